import { randomBytes } from 'node:crypto';
import { transaction } from '../platform/postgres/pool.js';
import { AppendKeyLacking, SecretMismatch, type StoredSecrets, verifyCheckValues } from './check-values.js';
import { giveToCopy, NotOfCopy, type SecretsOfCopy } from './checks-of-copy.js';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';

const secret = (): [Buffer] => [randomBytes(32)];
const append = secret();
const original = {
  master: secret(),
  index: secret(),
  session: secret(),
  checkpoint: secret(),
  append,
} satisfies StoredSecrets;
const copy: SecretsOfCopy = {
  ...original,
  session: secret(),
  checkpoint: secret(),
  append: [...secret(), ...append],
};

describe('the restored database of a copy', () => {
  let world: VaultDatabase;
  beforeEach(async () => {
    world = await createVaultDatabase();
    await verifyCheckValues(world.database.pool, original);
  });
  afterEach(() => world.drop());

  const verify = (secrets: StoredSecrets) => verifyCheckValues(world.database.pool, secrets);
  const give = (secrets: SecretsOfCopy) =>
    transaction(world.database.pool, (client) => giveToCopy(client, secrets));

  it('refuses the keys of the copy before the operator gives it to the copy, and those of the original afterwards', async () => {
    await expect(verify(copy)).rejects.toThrow(SecretMismatch);
    expect(await give(copy)).toBe(true);
    await verify(copy);
    await expect(verify(original)).rejects.toThrow(SecretMismatch);
    expect(await give(copy)).toBe(false);
  });

  it('is not given to secrets of the original, not even to one of them', async () => {
    const { session, checkpoint, append: appendKeys } = original;
    for (const one of [
      original,
      { ...copy, session },
      { ...copy, checkpoint },
      { ...copy, append: appendKeys },
    ])
      await expect(give(one)).rejects.toThrow(NotOfCopy);
    await verify(original);
  });

  it('is not given to secrets that do not open its data', async () => {
    for (const other of [{ master: secret() }, { index: secret() }, { append: secret() }])
      await expect(give({ ...copy, ...other })).rejects.toThrow(SecretMismatch);
    const next: StoredSecrets = { append: [...secret(), ...append] };
    await world.database.pool.query("INSERT INTO secret_checks (name, check_value) VALUES ('append', 'x')");
    await expect(give({ ...copy, ...next })).rejects.toThrow(AppendKeyLacking);
  });
});
