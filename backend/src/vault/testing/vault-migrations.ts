import { Vault1795000000100 } from '../migrations/1795000000100-vault.js';
import { LiveBackends1795000001710 } from '../migrations/1795000001710-live-backends.js';
import { HeardDestructions1795000002100 } from '../migrations/1795000002100-heard-destructions.js';
import { MissingKeys1795000003100 } from '../migrations/1795000003100-missing-keys.js';
import { SigningKeyProofs1795000007630 } from '../migrations/1795000007630-signing-key-proofs.js';
import { DestructionNumbers1795000003200 } from '../migrations/1795000003200-destruction-numbers.js';

/** All migrations of the vault's tables, for tests that need no other tables. */
export const vaultMigrations = [
  Vault1795000000100,
  LiveBackends1795000001710,
  HeardDestructions1795000002100,
  MissingKeys1795000003100,
  DestructionNumbers1795000003200,
  SigningKeyProofs1795000007630,
];
