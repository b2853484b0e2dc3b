import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSealIdentity } from '../pades/seal-identity.js';
import { p12Fixture } from '../pades/testing/fixtures.js';
import { readLogSecrets, readSecrets } from './secrets.js';
import { onlyInAll } from '../platform/testing/only-in-all.js';

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
  APPEND_KEY: `log-${'6'.repeat(32)} ${hex('6')}`,
  ADMIN_PASSWORD: 'correct horse',
  AUDITOR_PASSWORD: 'battery staple',
  SEAL_P12: p12Fixture('ec-chain-modern').toString('base64'),
  SEAL_P12_PASSWORD: 'fixture',
};

describe('secrets', () => {
  it('are generated once and found again later', async () => {
    const first = await readSecrets({ dataDir, production: false }, {});
    const second = await readSecrets({ dataDir, production: false }, {});
    expect(first.masterKey).toHaveLength(32);
    expect(second.masterKey.equals(first.masterKey)).toBe(true);
    expect(second.adminPassword).toBe(first.adminPassword);
    expect(first.generatedPasswords.map((one) => one.name)).toEqual(['ADMIN_PASSWORD', 'AUDITOR_PASSWORD']);
    expect(second.generatedPasswords).toEqual([]);
    const all = [first.masterKey, first.indexKey, ...first.sessionSecrets, ...first.checkpointKeys].map(
      (key) => key.toString('hex'),
    );
    expect(new Set(all).size).toBe(4);
  });

  it('are in files that only their owner can read', async () => {
    const { adminPassword, folder } = await readSecrets({ dataDir, production: false }, {});
    const path = join(folder, 'admin-password');
    expect(await readFile(path, 'utf8')).toBe(adminPassword);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  onlyInAll.it(
    'are the same for all backends that start at once, and only one of the backends announces them',
    async () => {
      const all = await Promise.all(
        Array.from({ length: 12 }, () => readSecrets({ dataDir, production: false }, {})),
      );
      expect(new Set(all.map((one) => one.masterKey.toString('hex'))).size).toBe(1);
      expect(new Set(all.map((one) => one.adminPassword)).size).toBe(1);
      expect(all.flatMap((one) => one.generatedPasswords)).toHaveLength(2);
    },
  );

  it('come from the environment if they are set there; in production they come from nowhere else', async () => {
    const secrets = await readSecrets({ dataDir, production: true }, { ...given, MASTER_KEY_OLD: hex('9') });
    expect(secrets.indexKey.toString('hex')).toBe(hex('3'));
    expect(secrets.masterKeyOld?.toString('hex')).toBe(hex('9'));
    expect(secrets.generatedPasswords).toEqual([]);
    await expect(stat(secrets.folder)).rejects.toThrow('ENOENT');
    const missing = readSecrets(
      { dataDir, production: true },
      { ...given, MASTER_KEY: '', AUDITOR_PASSWORD: undefined },
    );
    await expect(missing).rejects.toThrow(/MASTER_KEY: missing[\s\S]*AUDITOR_PASSWORD: missing/);
  });

  it('report a statement of an adoption that cannot be read', async () => {
    await mkdir(join(dataDir, 'secrets/log-adopted'), { recursive: true });
    await expect(readSecrets({ dataDir, production: false }, {})).rejects.toThrow(
      /LOG_ADOPTED: .*log-adopted cannot be read \(EISDIR\)/,
    );
  });

  it('have the statement of an adoption, in the data folder or in the environment', async () => {
    const development = (env: NodeJS.ProcessEnv) => readSecrets({ dataDir, production: false }, env);
    const { folder } = await development({});
    const file = join(folder, 'log-adopted');
    expect(await development({})).toMatchObject({ logAdopted: undefined, adoptionFile: file });
    await writeFile(file, 'in the folder');
    expect(await development({})).toMatchObject({ logAdopted: 'in the folder', adoptionFile: file });
    const env = { ...given, LOG_ADOPTED: 'given' };
    const fromEnvironment = { logAdopted: 'given', adoptionFile: undefined };
    expect(await development(env)).toMatchObject(fromEnvironment);
    expect(await readSecrets({ dataDir, production: true }, env)).toMatchObject(fromEnvironment);
    expect(await readSecrets({ dataDir, production: true }, given)).toMatchObject({
      logAdopted: undefined,
      adoptionFile: undefined,
    });
  });

  it('are lists, newest key first, while an older key is being replaced', async () => {
    const base64 = Buffer.from(hex('7'), 'hex').toString('base64');
    const { sessionSecrets, checkpointKeys } = await readSecrets(
      { dataDir, production: true },
      { ...given, SESSION_SECRET: `${hex('5')}, ${hex('2')}`, CHECKPOINT_KEY: `${base64}\n${hex('4')}\n` },
    );
    expect(sessionSecrets.map((one) => one.toString('hex'))).toEqual([hex('5'), hex('2')]);
    expect(checkpointKeys.map((one) => one.toString('hex'))).toEqual([hex('7'), hex('4')]);
  });

  it('are refused if they are too weak or used twice', async () => {
    const weak = { ...given, MASTER_KEY: 'secret', ADMIN_PASSWORD: 'short' };
    await expect(readSecrets({ dataDir, production: false }, weak)).rejects.toThrow(
      /MASTER_KEY[\s\S]*ADMIN_PASSWORD/,
    );
    const damaged = { ...given, SESSION_SECRET: `${hex('5')}, ${hex('6').slice(1)}` };
    await expect(readSecrets({ dataDir, production: false }, damaged)).rejects.toThrow(
      /SESSION_SECRET: expected/,
    );
    const listed = {
      ...given,
      SESSION_SECRET: `${hex('5')},${hex('5')}`,
      CHECKPOINT_KEY: `${hex('4')} ${hex('1')}`,
    };
    await expect(readSecrets({ dataDir, production: false }, listed)).rejects.toThrow(
      /SESSION_SECRET: lists the same key twice[\s\S]*MASTER_KEY and CHECKPOINT_KEY are the same/,
    );
    const twice = { ...given, SESSION_SECRET: hex('1'), AUDITOR_PASSWORD: 'correct horse' };
    await expect(readSecrets({ dataDir, production: false }, twice)).rejects.toThrow(
      /MASTER_KEY and SESSION_SECRET[\s\S]*AUDITOR_PASSWORD/,
    );
    const logKeys = { APPEND_KEY: `${given.APPEND_KEY} ${hex('6')}` };
    await expect(readLogSecrets({ dataDir, production: false }, logKeys)).rejects.toThrow(
      'APPEND_KEY: lists the same key twice',
    );
  });
});

describe('the seal identity', () => {
  const development = (env: NodeJS.ProcessEnv) => readSecrets({ dataDir, production: false }, env);

  onlyInAll.it('is generated once, and is the same for all backends that start at once', async () => {
    const all = await Promise.all(Array.from({ length: 3 }, () => development({})));
    const identities = all.map((one) => openSealIdentity(one.sealP12, one.sealP12Password));
    expect(new Set(identities.map((one) => one.certificateHash)).size).toBe(1);
    expect((await development({})).sealP12.equals(all[0]?.sealP12 ?? Buffer.alloc(0))).toBe(true);
    for (const name of ['seal-p12', 'seal-p12-password'])
      expect((await stat(join(dataDir, 'secrets', name))).mode & 0o777).toBe(0o600);
  });

  it('is named after the operator', async () => {
    const site = {
      operatorName: 'Müller & Söhne',
      operatorAddress: [],
      operatorEmail: null,
      operatorPhone: null,
      operatorDetails: [],
      rating: null,
      vatRate: null,
    };
    const { sealP12, sealP12Password } = await readSecrets({ dataDir, production: false, site }, {});
    expect(openSealIdentity(sealP12, sealP12Password).chain[0].includes(Buffer.from('Müller & Söhne'))).toBe(
      true,
    );
  });

  it('can be a file, base64, or a file that contains base64', async () => {
    const p12 = p12Fixture('ec-chain-modern');
    const [binary, text] = [join(dataDir, 'seal.p12'), join(dataDir, 'seal.txt')];
    await writeFile(binary, p12);
    await writeFile(text, `${p12.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n`);
    for (const value of [binary, text, p12.toString('base64')]) {
      const { sealP12, sealP12Password } = await readSecrets(
        { dataDir, production: true },
        { ...given, SEAL_P12: value },
      );
      expect(sealP12.equals(p12)).toBe(true);
      expect(sealP12Password).toBe('fixture');
    }
  });

  it('is required in production, and is never generated only in part', async () => {
    const missing = readSecrets(
      { dataDir, production: true },
      { ...given, SEAL_P12: '', SEAL_P12_PASSWORD: '' },
    );
    await expect(missing).rejects.toThrow(/SEAL_P12_PASSWORD: missing[\s\S]*SEAL_P12: missing/);
    for (const half of [{ SEAL_P12: given.SEAL_P12 }, { SEAL_P12_PASSWORD: 'fixture' }])
      await expect(development(half)).rejects.toThrow('SEAL_P12 and SEAL_P12_PASSWORD belong together');
    await expect(development({ ...given, SEAL_P12: join(dataDir, 'none.p12') })).rejects.toThrow(
      /SEAL_P12: .*ENOENT/,
    );
    await expect(stat(join(dataDir, 'secrets', 'seal-p12'))).rejects.toThrow('ENOENT');
  });
});

describe('secrets that are only read', () => {
  const look = (env: NodeJS.ProcessEnv) =>
    readSecrets({ dataDir, production: false }, env, { found: ['PORT: wrong.'], makes: false });

  it('are not generated: the error names each missing secret after the problems that were found before', async () => {
    await expect(look({})).rejects.toThrow(
      /PORT: wrong\.[\s\S]*MASTER_KEY: missing[\s\S]*ADMIN_PASSWORD: missing[\s\S]*SEAL_P12: missing/,
    );
    await expect(stat(join(dataDir, 'secrets'))).rejects.toThrow('ENOENT');
  });

  it('are found where they were generated, and their files stay unchanged', async () => {
    const { masterKey, folder } = await readSecrets({ dataDir, production: false }, {});
    const path = join(folder, 'master-key');
    await chmod(path, 0o644);
    const seen = await readSecrets({ dataDir, production: false }, {}, { makes: false });
    expect(seen.masterKey.equals(masterKey)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o644);
  });
});
