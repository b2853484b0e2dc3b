import { randomUUID } from 'node:crypto';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';
import type { RunningVault, VaultParts } from './create-vault.js';

let world: VaultDatabase;
beforeAll(async () => {
  world = await createVaultDatabase();
});
afterAll(() => world.drop());

/**
 * Returns a backend that listens for key destructions, and a subject whose key is in the backend's memory.
 */
async function listening(parts: Partial<VaultParts> = {}) {
  const vault = world.backend(parts);
  await vault.start();
  return { vault, subject: await subjectOf(vault) };
}
async function subjectOf(vault: RunningVault): Promise<string> {
  const subject = `nda-${randomUUID()}`;
  await vault.createKey(subject);
  return subject;
}
/**
 * Returns two functions. `made` derives data and memoizes it under a subject's key. `times` returns how often
 * data was derived.
 */
function counting(vault: RunningVault) {
  const owner = {};
  let times = 0;
  const make = async () => ({ nth: (times += 1) });
  return { made: (subject: string) => vault.memoizeUnderKey(subject, owner, make), times: () => times };
}

describe('data derived from plaintext', () => {
  it('is not kept if deriving it failed', async () => {
    const { vault, subject } = await listening();
    const owner = {};
    const failing = vault.memoizeUnderKey(subject, owner, () => Promise.reject(new Error('not this time')));
    await expect(failing).rejects.toThrow('not this time');
    expect(await vault.memoizeUnderKey(subject, owner, async () => ({ text: 'made' }))).toEqual({
      text: 'made',
    });
  });

  it('may be derived twice by two simultaneous callers; from then on all get the same object', async () => {
    const { vault, subject } = await listening();
    const { made, times } = counting(vault);
    await Promise.all([made(subject), made(subject)]);
    const before = times();
    expect(await made(subject)).toBe(await made(subject));
    expect(times()).toBe(before);
  });

  it('is not kept if the key was destroyed meanwhile', async () => {
    const { vault, subject } = await listening();
    const owner = {};
    await vault.memoizeUnderKey(subject, owner, async () => {
      await vault.destroyKey(subject);
      return { text: 'made while there still was a key' };
    });
    expect(await vault.memoizeUnderKey(subject, owner, async () => ({ text: 'made anew' }))).toEqual({
      text: 'made anew',
    });
  });

  it('leaves the cache when another key takes the place of its key', async () => {
    const { vault, subject } = await listening({ cacheCapacity: 1 });
    const { made, times } = counting(vault);
    await made(subject);
    await made(subject);
    expect(times()).toBe(1);
    await subjectOf(vault);
    await made(subject);
    expect(times()).toBe(2);
  });

  it('is forgotten by a backend that stops listening, and kept again once it listens', async () => {
    const { vault, subject } = await listening();
    const { made, times } = counting(vault);
    await made(subject);
    await vault.stop();
    await made(subject);
    await made(subject);
    expect(times()).toBe(3);
    await vault.start();
    await vault.keyIdOf(subject);
    await made(subject);
    await made(subject);
    expect(times()).toBe(4);
  });

  it('is separate for each subject, even with the same owner', async () => {
    const { vault, subject } = await listening();
    const other = await subjectOf(vault);
    const owner = {};
    await vault.memoizeUnderKey(subject, owner, async () => ({ of: subject }));
    expect(await vault.memoizeUnderKey(other, owner, async () => ({ of: other }))).toEqual({ of: other });
    expect(await vault.memoizeUnderKey(subject, owner, async () => ({ of: 'made anew' }))).toEqual({
      of: subject,
    });
  });
});
