import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAppendSecret, withNewKey } from '../app/append-secret.js';
import { makeSecrets } from './make-secrets.js';

let folder: string;
let once: string;
beforeAll(async () => {
  once = await mkdtemp(join(tmpdir(), 'siegel-made-'));
  await makeSecrets(once);
});
afterAll(() => rm(once, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'siegel-secrets-'));
  await cp(once, join(folder, 'original'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const secretsOf = async (name: string): Promise<Record<string, string>> => {
  const path = join(folder, name, 'secrets');
  const files = (await readdir(path)).toSorted();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(join(path, file), 'utf8')] as const)),
  );
};
const copy = (name = 'copy', original = 'original') =>
  makeSecrets(join(folder, name), { copyOf: join(folder, original) });

describe('the secrets of a copy', () => {
  it('open the same data, and have a new key or password for everything else', async () => {
    await writeFile(join(folder, 'original/secrets/log-adopted'), 'a statement');
    await copy();
    const [original, made] = [await secretsOf('original'), await secretsOf('copy')];
    const same = Object.keys(original).filter((file) => original[file] === made[file]);
    expect(same).toEqual(['index-key', 'log-adopted', 'master-key']);
    expect(Object.keys(made)).toEqual(Object.keys(original));
  });

  it('have a new key in front of the APPEND_KEY of the original', async () => {
    await copy();
    const [original, made] = [await secretsOf('original'), await secretsOf('copy')];
    const [before, after] = [original['append-key'], made['append-key']].map((text) =>
      parseAppendSecret(text ?? ''),
    );
    expect(after?.log).toBe(before?.log);
    expect(after?.keys.slice(1)).toEqual(before?.keys);
    expect(after?.keys).toHaveLength(2);
  });

  it('stay as they are if the command is repeated, and are not mixed with those of others', async () => {
    await copy();
    const made = await secretsOf('copy');
    await copy();
    expect(await secretsOf('copy')).toEqual(made);
    await makeSecrets(join(folder, 'other'));
    const other = await secretsOf('other');
    await expect(copy('other')).rejects.toThrow('belongs to another installation');
    expect(await secretsOf('other')).toEqual(other);
  });

  it('are not made in the folder of the original itself, which would stay as it is', async () => {
    const before = await secretsOf('original');
    await expect(copy('original')).rejects.toThrow('has the secrets of the original itself');
    expect(await secretsOf('original')).toEqual(before);
  });

  it('are not completed if the original has replaced a secret since, and the message names this secret', async () => {
    await copy();
    const made = await secretsOf('copy');
    const path = (name: string): string => join(folder, 'original/secrets', name);
    for (const [name, text] of [
      ['append-key', withNewKey(await readFile(path('append-key'), 'utf8'))],
      ['master-key', 'ab'.repeat(32)],
    ] as const) {
      const before = await readFile(path(name), 'utf8');
      await writeFile(path(name), text);
      await expect(copy()).rejects.toThrow(`${name} is not that of the original any more`);
      await writeFile(path(name), before);
    }
    expect(await secretsOf('copy')).toEqual(made);
    await writeFile(path('log-adopted'), 'a statement');
    await copy();
    await writeFile(path('log-adopted'), 'a later statement');
    await expect(copy()).rejects.toThrow('log-adopted is not that of the original any more');
  });

  it('come from a folder of secrets too, as a copy in the safe place is one', async () => {
    await copy('copy', 'original/secrets');
    expect((await secretsOf('copy'))['master-key']).toBe((await secretsOf('original'))['master-key']);
  });

  it('are not made of a folder without secrets, and of an APPEND_KEY without its form', async () => {
    await expect(copy('copy', 'nowhere')).rejects.toThrow('Name the folder with the secrets of the original');
    await writeFile(join(folder, 'original/secrets/append-key'), 'no key');
    await expect(copy()).rejects.toThrow('does not have the form of APPEND_KEY');
    expect(await secretsOf('copy')).toEqual({});
  });

  it('get a first key of their own if the original is from before APPEND_KEY', async () => {
    await rm(join(folder, 'original/secrets/append-key'));
    await copy();
    expect(parseAppendSecret((await secretsOf('copy'))['append-key'] ?? '')?.keys).toHaveLength(1);
  });
});
