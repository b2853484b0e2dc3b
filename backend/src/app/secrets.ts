import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type Config, ConfigInvalid } from '../platform/config/config.js';
import { findSeal } from '../pades/seal-secret.js';
import { environmentOfThisProcess } from '../platform/config/process-environment.js';
import { findSecret, type SecretSource } from '../platform/config/secret-source.js';

const KEY_BYTES = 32;
const PASSWORD_MIN = 8;
/** Without look-alikes: it is copied from a terminal by hand. */
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;

export interface Secrets {
  /** 32 bytes each. The master key only wraps other keys. */
  readonly masterKey: Buffer;
  /** The master key before the last rotation, while keys wrapped by it are left. */
  readonly masterKeyOld: Buffer | undefined;
  readonly sessionSecret: Buffer;
  readonly indexKey: Buffer;
  /** Seed of an Ed25519 key. */
  readonly checkpointKey: Buffer;
  readonly adminPassword: string;
  readonly auditorPassword: string;
  /** PKCS #12 with what seals documents. */
  readonly sealP12: Buffer;
  readonly sealP12Password: string;
  /** Passwords made by this very start: to be printed once, on a terminal only. */
  readonly generatedPasswords: readonly { readonly name: string; readonly value: string }[];
  /** Where generated secrets lie. */
  readonly folder: string;
}

function parseKey(text: string): Buffer | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  const isKey =
    bytes.length === KEY_BYTES && (/^[0-9a-f]{64}$/i.test(text) || /^[A-Za-z0-9+/_-]{43}=?$/.test(text));
  return isKey ? bytes : undefined;
}

function newPassword(): string {
  return Array.from(
    { length: PASSWORD_LENGTH },
    () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)],
  ).join('');
}

function asKey(source: SecretSource, name: string, text: string | undefined): Buffer {
  const key = text === undefined ? undefined : parseKey(text.trim());
  if (text !== undefined && key === undefined) {
    source.problems.push(
      `${name}: expected 32 bytes as 64 hexadecimal digits or as base64. "openssl rand -hex 32" makes one.`,
    );
  }
  return key ?? Buffer.alloc(0);
}

async function key(source: SecretSource, name: string): Promise<Buffer> {
  const found = await findSecret(source, name, () => randomBytes(KEY_BYTES).toString('hex'));
  return asKey(source, name, found?.text);
}

async function password(
  source: SecretSource,
  name: string,
): Promise<{ name: string; text: string; made: boolean }> {
  const found = await findSecret(source, name, newPassword);
  if (found !== undefined && found.text.length < PASSWORD_MIN) {
    source.problems.push(`${name}: at least ${PASSWORD_MIN} characters are needed.`);
  }
  return { name, text: found?.text ?? '', made: found?.made ?? false };
}

/** No two secrets may be the same: each is independent of the others. */
function requireDistinct(
  source: SecretSource,
  keys: Record<string, Buffer>,
  admin: string,
  auditor: string,
): void {
  const seen = new Map<string, string>();
  for (const [name, value] of Object.entries(keys)) {
    const text = value.toString('hex');
    const other = seen.get(text);
    if (text !== '' && other !== undefined)
      source.problems.push(`${other} and ${name} are the same: each must be made on its own.`);
    seen.set(text, name);
  }
  if (admin !== '' && admin === auditor)
    source.problems.push('ADMIN_PASSWORD and AUDITOR_PASSWORD are the same: they tell the roles apart.');
}

/** @throws ConfigInvalid naming every secret that is missing or unusable. */
export async function readSecrets(
  config: Pick<Config, 'dataDir' | 'production'> & Partial<Pick<Config, 'site'>>,
  env: NodeJS.ProcessEnv,
): Promise<Secrets> {
  const folder = join(config.dataDir, 'secrets');
  const source: SecretSource = { env, folder, production: config.production, problems: [] };
  const keys = {
    MASTER_KEY: await key(source, 'MASTER_KEY'),
    SESSION_SECRET: await key(source, 'SESSION_SECRET'),
    INDEX_KEY: await key(source, 'INDEX_KEY'),
    CHECKPOINT_KEY: await key(source, 'CHECKPOINT_KEY'),
  };
  const old = env['MASTER_KEY_OLD'];
  const masterKeyOld = old === undefined || old === '' ? undefined : asKey(source, 'MASTER_KEY_OLD', old);
  const passwords = [
    await password(source, 'ADMIN_PASSWORD'),
    await password(source, 'AUDITOR_PASSWORD'),
  ] as const;
  requireDistinct(source, keys, passwords[0].text, passwords[1].text);
  const seal = await findSeal(source, config.site?.operatorName ?? PRODUCT_NAME);
  if (source.problems.length > 0) throw new ConfigInvalid(source.problems);
  return {
    masterKey: keys.MASTER_KEY,
    masterKeyOld,
    sessionSecret: keys.SESSION_SECRET,
    indexKey: keys.INDEX_KEY,
    checkpointKey: keys.CHECKPOINT_KEY,
    adminPassword: passwords[0].text,
    auditorPassword: passwords[1].text,
    sealP12: seal.p12,
    sealP12Password: seal.password,
    generatedPasswords: passwords
      .filter((one) => one.made)
      .map((one) => ({ name: one.name, value: one.text })),
    folder,
  };
}

/** @throws ConfigInvalid */
export const secretsOfThisProcess = (config: Config): Promise<Secrets> =>
  readSecrets(config, environmentOfThisProcess());
