import { createDataSource } from '../platform/postgres/data-source.js';
import { migrate } from '../platform/postgres/migrate.js';
import { schemaDrift } from '../platform/postgres/testing/schema-drift.js';
import { createTestDatabase } from '../platform/postgres/testing/test-database.js';
import { LiveBackendEntity } from './live-backend.entity.js';
import { MissingKeyEntity } from './missing-key.entity.js';
import { SealedBlobEntity } from './sealed-blob.entity.js';
import { SecretCheckEntity } from './secret-check.entity.js';
import { SigningKeyEntity } from './signing-key.entity.js';
import { vaultMigrations } from './testing/vault-migrations.js';
import { VaultKeyEntity } from './vault-key.entity.js';

it("the vault's tables are what its entities say, and go with the migrations", async () => {
  const database = await createTestDatabase();
  const entities = [
    VaultKeyEntity,
    MissingKeyEntity,
    SealedBlobEntity,
    SigningKeyEntity,
    SecretCheckEntity,
    LiveBackendEntity,
  ];
  const source = createDataSource({ url: database.url, entities, migrations: vaultMigrations });
  await source.initialize();
  await migrate(source);
  expect(await schemaDrift(source)).toEqual([]);
  for (const _ of vaultMigrations) await source.undoLastMigration();
  expect(
    await source.query<unknown[]>(
      "SELECT 1 FROM pg_tables WHERE tablename IN ('vault_keys', 'missing_keys', 'sealed_blobs', 'live_backends')",
    ),
  ).toEqual([]);
  await source.destroy();
  await database.drop();
});
