import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecrets } from './secrets.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'siegel secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const hex = (digit: string): string => digit.repeat(64);
const given = {
  MASTER_KEY: hex('1'),
  SESSION_SECRET: hex('2'),
  INDEX_KEY: Buffer.from(hex('3'), 'hex').toString('base64'),
  CHECKPOINT_KEY: hex('4'),
  ADMIN_PASSWORD: 'correct horse',
  AUDITOR_PASSWORD: 'battery staple',
};

describe('secrets', () => {
  it('are made once and found again', async () => {
    const first = await readSecrets({ dataDir, production: false }, {});
    const second = await readSecrets({ dataDir, production: false }, {});
    expect(first.masterKey).toHaveLength(32);
    expect(second.masterKey.equals(first.masterKey)).toBe(true);
    expect(second.adminPassword).toBe(first.adminPassword);
    expect(first.generatedPasswords.map((one) => one.name)).toEqual(['ADMIN_PASSWORD', 'AUDITOR_PASSWORD']);
    expect(second.generatedPasswords).toEqual([]);
    const all = [first.masterKey, first.sessionSecret, first.indexKey, first.checkpointKey].map((key) => key.toString('hex'));
    expect(new Set(all).size).toBe(4);
  });

  it('lie in files that their owner alone can read', async () => {
    const { adminPassword, folder } = await readSecrets({ dataDir, production: false }, {});
    const path = join(folder, 'admin-password');
    expect(await readFile(path, 'utf8')).toBe(adminPassword);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('are the same for all who start at once, and are announced by one', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => readSecrets({ dataDir, production: false }, {})));
    expect(new Set(all.map((one) => one.masterKey.toString('hex'))).size).toBe(1);
    expect(new Set(all.map((one) => one.adminPassword)).size).toBe(1);
    expect(all.flatMap((one) => one.generatedPasswords)).toHaveLength(2);
  });

  it('come from the environment where it has them, in production from nowhere else', async () => {
    const secrets = await readSecrets({ dataDir, production: true }, { ...given, MASTER_KEY_OLD: hex('9') });
    expect(secrets.indexKey.toString('hex')).toBe(hex('3'));
    expect(secrets.masterKeyOld?.toString('hex')).toBe(hex('9'));
    expect(secrets.generatedPasswords).toEqual([]);
    await expect(stat(secrets.folder)).rejects.toThrow('ENOENT');
    const missing = readSecrets({ dataDir, production: true }, { ...given, MASTER_KEY: '', AUDITOR_PASSWORD: undefined });
    await expect(missing).rejects.toThrow(/MASTER_KEY: missing[\s\S]*AUDITOR_PASSWORD: missing/);
  });

  it('are refused when too weak or used twice', async () => {
    const weak = { ...given, MASTER_KEY: 'secret', ADMIN_PASSWORD: 'short' };
    await expect(readSecrets({ dataDir, production: false }, weak)).rejects.toThrow(/MASTER_KEY[\s\S]*ADMIN_PASSWORD/);
    const twice = { ...given, SESSION_SECRET: hex('1'), AUDITOR_PASSWORD: 'correct horse' };
    await expect(readSecrets({ dataDir, production: false }, twice)).rejects.toThrow(
      /MASTER_KEY and SESSION_SECRET[\s\S]*AUDITOR_PASSWORD/,
    );
  });
});
