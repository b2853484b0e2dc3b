import { driftAfter } from '../platform/postgres/testing/schema-drift.js';
import { LiveBackendEntity } from './live-backend.entity.js';
import { MissingKeyEntity } from './missing-key.entity.js';
import { SealedBlobEntity } from './sealed-blob.entity.js';
import { SecretCheckEntity } from './secret-check.entity.js';
import { SigningKeyEntity } from './signing-key.entity.js';
import { vaultMigrations } from './testing/vault-migrations.js';
import { VaultKeyEntity } from './vault-key.entity.js';

it("the vault's tables match their entities", async () => {
  const entities = [
    VaultKeyEntity,
    MissingKeyEntity,
    SealedBlobEntity,
    SigningKeyEntity,
    SecretCheckEntity,
    LiveBackendEntity,
  ];
  expect(await driftAfter({ entities, migrations: vaultMigrations })).toEqual([]);
});
