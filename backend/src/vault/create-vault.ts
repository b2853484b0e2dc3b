import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type Clock, isoNow } from '../platform/time/clock.js';
import type { Sealed } from './sealed.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { createDestructionListener, type DestructionListener } from './destruction-listener.js';
import { KeyCache } from './key-cache.js';
import { type KeyRow, KeyTable } from './key-table.js';
import type { MasterKeyring } from './master-keyring.js';
import { bytesBinding, decrypt, encrypt, eventBinding, KEY_BYTES, keyBinding } from './sealing.js';
import {
  type CreatedKey,
  KeyDestroyed,
  KeyMissing,
  type KnownDestruction,
  MasterKeyUnknown,
  type Vault,
} from './vault.js';

export interface VaultParts {
  readonly pool: Pool;
  readonly masterKeys: MasterKeyring;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Returns true if an event of the subject's stream calls for the destruction of the subject's key. Returns
   * undefined if there is no stream.
   */
  readonly isCalledFor: (subject: string) => Promise<boolean | undefined>;
  readonly tampering: Tampering;
  /** Number of unwrapped keys that are kept in memory; 20 000 by default. */
  readonly cacheCapacity?: number;
  /**
   * Milliseconds after which a cached key is read again, unless a check has confirmed it in between; 5000 by
   * default.
   */
  readonly cacheLeaseMs?: number;
}

/**
 * Maximum milliseconds for which a backend still opens and seals with a destroyed key. The limit also holds
 * for a backend that is cut off from the database. Usually a backend stops at once.
 */
export const CACHE_LEASE_MS = 5000;

/**
 * A vault that listens for destructions between `start` and `stop`. Before and after that time the vault
 * works, but caches no key.
 */
export type RunningVault = Vault & { start(): Promise<void>; stop(): Promise<void> };

export function createVault(parts: VaultParts): RunningVault {
  const { pool, clock, logger, cacheCapacity = 20_000, cacheLeaseMs = CACHE_LEASE_MS } = parts;
  const cache = new KeyCache({
    capacity: cacheCapacity,
    leaseMs: cacheLeaseMs,
    now: () => clock.now().getTime(),
  });
  const listener = createDestructionListener({ pool, cache, clock, logger });
  return new PostgresVault(new KeyTable(pool), cache, parts, listener);
}

type Use<Result> = (key: Buffer, keyId: string) => Result;
type Absent = 'missing' | 'destroyed';

/** A row that is marked as destroyed is not used, even if somebody put the wrapped key back into it. */
const isUsable = (row: KeyRow): row is UsableRow =>
  row.wrapped !== null && row.keyId !== null && row.destroyedAt === null;

type UsableRow = KeyRow & { readonly wrapped: Buffer; readonly keyId: string };
type VaultContext = Pick<VaultParts, 'masterKeys' | 'clock' | 'isCalledFor' | 'tampering'>;

class PostgresVault implements RunningVault {
  /** Pending calls of `isCalledFor`, by subject. Concurrent reads of one stream share a call. */
  private readonly questions = new Map<string, Promise<boolean | undefined>>();
  private readonly masterKeys: MasterKeyring;
  private readonly clock: Clock;

  constructor(
    private readonly table: KeyTable,
    private readonly cache: KeyCache,
    private readonly context: VaultContext,
    private readonly listener: DestructionListener,
  ) {
    this.masterKeys = context.masterKeys;
    this.clock = context.clock;
  }

  start(): Promise<void> {
    return this.listener.start();
  }

  stop(): Promise<void> {
    return this.listener.stop();
  }

  async createKey(subject: string): Promise<CreatedKey> {
    const { current } = this.masterKeys;
    const keyId = randomUUID();
    const key = randomBytes(KEY_BYTES);
    const stamp = this.cache.stamp;
    let kept = false;
    try {
      const wrapped = encrypt(current.key, key, keyBinding(subject, keyId));
      const row = await this.table.insertOrFind({
        subject,
        keyId,
        wrapped,
        masterKeyId: current.id,
        createdAt: isoNow(this.clock),
      });
      if (!isUsable(row)) throw await this.noKey(subject);
      const isNew = row.keyId === keyId;
      if (isNew) kept = this.cache.keep(subject, keyId, key, stamp);
      return { keyId: row.keyId, isNew };
    } finally {
      if (!kept) key.fill(0);
    }
  }

  async keyIdOf(subject: string): Promise<string | undefined> {
    const found = await this.withKey(subject, (_, keyId) => ({ keyId }));
    return typeof found === 'string' ? undefined : found.keyId;
  }

  async isDestroyed(subject: string): Promise<boolean> {
    return (await this.withKey(subject, () => ({}))) === 'destroyed';
  }

  async seal(what: Omit<Sealed, 'bytes' | 'keyId'>, plaintext: Uint8Array): Promise<Sealed> {
    return this.mustHaveKey(what.stream, (key, keyId) => {
      const place = {
        stream: what.stream,
        revision: what.revision,
        eventId: what.eventId,
        type: what.type,
        keyId,
      };
      return { ...place, bytes: encrypt(key, plaintext, eventBinding(place)) };
    });
  }

  async open(sealed: Sealed): Promise<Uint8Array | undefined> {
    return this.unlessDestroyed(sealed.stream, (key) => decrypt(key, sealed.bytes, eventBinding(sealed)));
  }

  async sealBytes(subject: string, label: string, plaintext: Uint8Array): Promise<Uint8Array> {
    return this.mustHaveKey(subject, (key, keyId) =>
      encrypt(key, plaintext, bytesBinding(subject, label, keyId)),
    );
  }

  async openBytes(subject: string, label: string, sealed: Uint8Array): Promise<Uint8Array | undefined> {
    return this.unlessDestroyed(subject, (key, keyId) =>
      decrypt(key, sealed, bytesBinding(subject, label, keyId)),
    );
  }

  async memoizeUnderKey<Made extends object>(
    subject: string,
    owner: object,
    make: () => Promise<Made>,
  ): Promise<Made> {
    // Each owner is always used with the same `make`, so the value found has the right type.
    const known = this.memoOf(subject)?.get(owner) as Made | undefined;
    if (known !== undefined) return known;
    const made = await make();
    this.memoOf(subject)?.set(owner, made);
    return made;
  }

  async destroyKey(
    subject: string,
    { at = isoNow(this.clock), isRecorded = false }: KnownDestruction = {},
  ): Promise<{ destroyedAt: string }> {
    const destroyed = await this.table.destroy(subject, at, isRecorded);
    this.cache.markDestroyed(subject);
    return destroyed;
  }

  private memoOf(subject: string): WeakMap<object, object> | undefined {
    const cached = this.cache.get(subject);
    if (cached === undefined || cached === 'destroyed') return undefined;
    cached.derived ??= new WeakMap();
    return cached.derived;
  }

  private async mustHaveKey<Result extends object>(subject: string, use: Use<Result>): Promise<Result> {
    const result = await this.unlessDestroyed(subject, use);
    if (result === undefined) throw new KeyDestroyed(subject);
    return result;
  }

  private async unlessDestroyed<Result extends object>(
    subject: string,
    use: Use<Result>,
  ): Promise<Result | undefined> {
    const result = await this.withKey(subject, use);
    if (result === 'missing') throw new KeyMissing(subject);
    return result === 'destroyed' ? undefined : result;
  }

  /**
   * Calls `use` with the key. `use` must be synchronous and must not keep the key, because a key in memory
   * may be zeroed in any later turn of the event loop.
   */
  private async withKey<Result extends object>(subject: string, use: Use<Result>): Promise<Result | Absent> {
    const cached = this.cache.get(subject);
    if (cached === 'destroyed') return cached;
    if (cached !== undefined) return use(cached.key, cached.keyId);
    const stamp = this.cache.stamp;
    const row = await this.table.find(subject);
    if (row === undefined) return 'missing';
    if (this.cache.get(subject) === 'destroyed') return 'destroyed';
    if (!isUsable(row)) return this.absence(subject);
    const key = this.unwrap(row, row.wrapped, row.keyId);
    const kept = this.cache.keep(subject, row.keyId, key, stamp);
    try {
      return use(key, row.keyId);
    } finally {
      if (!kept) key.fill(0);
    }
  }

  private async noKey(subject: string): Promise<KeyDestroyed | KeyMissing> {
    return (await this.absence(subject)) === 'destroyed'
      ? new KeyDestroyed(subject)
      : new KeyMissing(subject);
  }

  /**
   * Returns 'destroyed' if an event called for the destruction that the key's row claims. Otherwise returns
   * 'missing'.
   */
  private async absence(subject: string): Promise<Absent> {
    let asking = this.questions.get(subject);
    if (asking === undefined) {
      asking = this.context.isCalledFor(subject).finally(() => this.questions.delete(subject));
      this.questions.set(subject, asking);
    }
    const isCalledFor = await asking;
    if (isCalledFor === true) {
      this.cache.markDestroyed(subject);
      return 'destroyed';
    }
    this.cache.forget(subject);
    // If there is no stream, no tampering is reported. The event store may have been restored to a time
    // before the stream existed.
    if (isCalledFor === false) this.context.tampering.found('key_without_erasure', { stream: subject });
    return 'missing';
  }

  private unwrap(row: KeyRow, wrapped: Buffer, keyId: string): Buffer {
    const master = this.masterKeys.find(row.masterKeyId ?? '');
    if (master === undefined) throw new MasterKeyUnknown(row.masterKeyId ?? '');
    return decrypt(master, wrapped, keyBinding(row.subject, keyId));
  }
}
