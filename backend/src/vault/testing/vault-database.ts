import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/time/clock.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { RecordedTampering } from '../../platform/tampering/testing/recorded-tampering.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { createVault, type RunningVault, type VaultParts } from '../create-vault.js';
import { createMasterKeyring } from '../master-keyring.js';
import { vaultMigrations } from './vault-migrations.js';

/** A clock that moves only when a test advances it. */
export class SetClock implements Clock {
  constructor(private at = Date.parse('2026-11-12T10:00:00.000Z')) {}

  now(): Date {
    return new Date(this.at);
  }

  advance(ms: number): void {
    this.at += ms;
  }
}

export interface VaultDatabase {
  readonly database: TestDatabase;
  readonly clock: SetClock;
  readonly masterKey: Buffer;
  /** Starts one more backend. `drop` stops all backends that were started. */
  backend(parts?: Partial<VaultParts>): RunningVault;
  drop(): Promise<void>;
}

export async function createVaultDatabase(): Promise<VaultDatabase> {
  const database = await createTestDatabase({ migrations: vaultMigrations, copied: true });
  const clock = new SetClock();
  const masterKey = randomBytes(32);
  const backends: RunningVault[] = [];
  return {
    database,
    clock,
    masterKey,
    backend: (parts = {}) => {
      const vault = createVault({
        pool: database.pool,
        masterKeys: createMasterKeyring(masterKey),
        clock,
        logger: silentLogger,
        isCalledFor: async () => true,
        tampering: new RecordedTampering(),
        ...parts,
      });
      backends.push(vault);
      return vault;
    },
    drop: async () => {
      await Promise.all(backends.map((vault) => vault.stop()));
      await database.drop();
    },
  };
}
