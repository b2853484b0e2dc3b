import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type Config, ConfigInvalid } from '../platform/config/config.js';
import { type AppendSecret, findAppendSecret, newAppendSecret } from './append-secret.js';
import { parseKey } from './secret-key.js';
import { hasCode } from '../platform/errors/has-code.js';
import { findSeal } from '../pades/seal-secret.js';
import { findSecret, secretFilePath, type SecretSource } from '../platform/config/secret-source.js';
import { peekSecretFile } from '../platform/config/secret-file.js';
import type { KnownSecret } from '../vault/check-values.js';

const KEY_BYTES = 32;
/** Separators between the keys of a list. They occur neither in hexadecimal digits nor in base64. */
const SEPARATORS = /[\s,]+/;
const PASSWORD_MIN = 8;
/** Omits look-alike characters, because people copy the password from a terminal by hand. */
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;

export interface Secrets {
  /** Every key has 32 bytes. The master key only wraps other keys. */
  readonly masterKey: Buffer;
  /** The previous master key, as long as it still wraps some keys. */
  readonly masterKeyOld: Buffer | undefined;
  /** The first secret signs cookies; every secret in the list can verify them. */
  readonly sessionSecrets: KnownSecret;
  readonly indexKey: Buffer;
  /** Seeds of Ed25519 keys. The first one signs. */
  readonly checkpointKeys: KnownSecret;
  /**
   * APPEND_KEY. Undefined outside of production if there is none yet. A start makes it only for a log without
   * events, because a new key authenticates no event that exists.
   */
  readonly appendKeys: AppendSecret | undefined;
  /** The text of LOG_ADOPTED; undefined if the log was never adopted. */
  readonly logAdopted: string | undefined;
  /** File in which siegel log:adopt keeps LOG_ADOPTED. Undefined if the secrets come from the environment. */
  readonly adoptionFile: string | undefined;
  /** Makes APPEND_KEY in the data folder, or returns the one that is there. @throws ConfigInvalid */
  readonly makeAppendKeys: () => Promise<AppendSecret>;
  readonly adminPassword: string;
  readonly auditorPassword: string;
  /** PKCS #12 that contains the private key and the certificates for sealing documents. */
  readonly sealP12: Buffer;
  readonly sealP12Password: string;
  /** Passwords that this start generated. They are printed once, and only on a terminal. */
  readonly generatedPasswords: readonly { readonly name: string; readonly value: string }[];
  /** The folder that contains the generated secrets. */
  readonly folder: string;
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

const findKey = async (source: SecretSource, name: string): Promise<string | undefined> =>
  (await findSecret(source, name, () => randomBytes(KEY_BYTES).toString('hex')))?.text;

const key = async (source: SecretSource, name: string): Promise<Buffer> =>
  asKey(source, name, await findKey(source, name));

/** Returns the newest key first, then the keys that it replaces (rule:secrets-can-be-replaced). */
async function keys(source: SecretSource, name: string): Promise<KnownSecret> {
  const text = await findKey(source, name);
  const [newest, ...older] = text?.trim().split(SEPARATORS) ?? [];
  return [asKey(source, name, newest), ...older.map((one) => asKey(source, name, one))];
}

async function password(
  source: SecretSource,
  name: string,
): Promise<{ name: string; text: string; made: boolean }> {
  const found = await findSecret(source, name, newPassword);
  if (found !== undefined && found.text.length < PASSWORD_MIN) {
    source.problems.push(
      `${name}: the password is too short. Choose one with at least ${PASSWORD_MIN} characters.`,
    );
  }
  return { name, text: found?.text ?? '', made: found?.made ?? false };
}

/** Reports secrets that are equal, because each secret must be independent of the others. */
function requireDistinct(
  source: SecretSource,
  named: readonly (readonly [string, Buffer])[],
  admin: string,
  auditor: string,
): void {
  const seen = new Map<string, string>();
  for (const [name, value] of named) {
    const text = value.toString('hex');
    const other = seen.get(text);
    if (text !== '' && other !== undefined)
      source.problems.push(
        other === name
          ? `${name}: lists the same key twice. Remove one of the two.`
          : `${other} and ${name} are the same, but each needs a key of its own. Restore the right one from the backup of the secrets. For a new service make one with "openssl rand -hex 32".`,
      );
    seen.set(text, name);
  }
  if (admin !== '' && admin === auditor)
    source.problems.push(
      'ADMIN_PASSWORD and AUDITOR_PASSWORD are the same, but a login tells the two roles apart by them. Change one.',
    );
}

/**
 * Reads all secrets. Outside of production it generates the missing secrets.
 * @param settings `found`: earlier problems, which the error lists together with the problems of the secrets.
 * `makes`: if false, a missing secret is a problem, and no file is created or changed.
 * @throws ConfigInvalid naming every secret that is missing or unusable.
 */
export async function readSecrets(
  config: Pick<Config, 'dataDir' | 'production'> & Partial<Pick<Config, 'site'>>,
  env: NodeJS.ProcessEnv,
  { found = [], makes = true }: { readonly found?: readonly string[]; readonly makes?: boolean } = {},
): Promise<Secrets> {
  const folder = join(config.dataDir, 'secrets');
  const source: SecretSource = { env, folder, production: config.production, makes, problems: [...found] };
  const masterKey = await key(source, 'MASTER_KEY');
  const sessionSecrets = await keys(source, 'SESSION_SECRET');
  const indexKey = await key(source, 'INDEX_KEY');
  const checkpointKeys = await keys(source, 'CHECKPOINT_KEY');
  const appendKeys = await readAppendSecret(source);
  const adoption = await readAdoption(source);
  const old = env['MASTER_KEY_OLD'];
  const masterKeyOld = old === undefined || old === '' ? undefined : asKey(source, 'MASTER_KEY_OLD', old);
  const passwords = [
    await password(source, 'ADMIN_PASSWORD'),
    await password(source, 'AUDITOR_PASSWORD'),
  ] as const;
  const named = [
    ['MASTER_KEY', masterKey] as const,
    ...sessionSecrets.map((one) => ['SESSION_SECRET', one] as const),
    ['INDEX_KEY', indexKey] as const,
    ...checkpointKeys.map((one) => ['CHECKPOINT_KEY', one] as const),
    ...(appendKeys?.keys ?? []).map((one) => ['APPEND_KEY', one] as const),
  ];
  requireDistinct(source, named, passwords[0].text, passwords[1].text);
  const seal = await findSeal(source, config.site?.operatorName ?? PRODUCT_NAME);
  if (source.problems.length > 0) throw new ConfigInvalid(source.problems);
  return {
    masterKey,
    masterKeyOld,
    sessionSecrets,
    indexKey,
    checkpointKeys,
    appendKeys,
    ...adoption,
    makeAppendKeys: () => makeAppendSecret(source),
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

/** Outside of production, APPEND_KEY may be missing: then it is made once the log is known to be empty. */
async function readAppendSecret(source: SecretSource): Promise<AppendSecret | undefined> {
  if (source.production) return findAppendSecret(source);
  const missing: string[] = [];
  const found = await findAppendSecret({ ...source, makes: false, problems: missing });
  if (!missing.every((problem) => problem.startsWith('APPEND_KEY: missing')))
    source.problems.push(...missing);
  return found;
}

/**
 * Reads the keys of the log alone, for a command that needs no other secret. Makes nothing.
 * @throws ConfigInvalid for a value that is unusable
 */
export async function readLogSecrets(
  { dataDir, production }: Pick<Config, 'dataDir' | 'production'>,
  env: NodeJS.ProcessEnv,
): Promise<Pick<Secrets, 'appendKeys' | 'logAdopted'>> {
  const folder = join(dataDir, 'secrets');
  const source: SecretSource = { env, folder, production, makes: false, problems: [] };
  const appendKeys = await findAppendSecret(source);
  const named = (appendKeys?.keys ?? []).map((one) => ['APPEND_KEY', one] as const);
  requireDistinct(source, named, '', '');
  const { logAdopted } = await readAdoption(source);
  const problems = source.problems.filter((problem) => !problem.startsWith('APPEND_KEY: missing'));
  if (problems.length > 0) throw new ConfigInvalid(problems);
  return { appendKeys, logAdopted };
}

/**
 * LOG_ADOPTED is in the environment, or outside of production also in the data folder. A file that cannot be read is
 * a problem. Others report a data folder that is none.
 */
async function readAdoption({
  env,
  production,
  folder,
  problems,
}: SecretSource): Promise<Pick<Secrets, 'logAdopted' | 'adoptionFile'>> {
  const given = env['LOG_ADOPTED'];
  if (given !== undefined && given !== '') return { logAdopted: given, adoptionFile: undefined };
  if (production) return { logAdopted: undefined, adoptionFile: undefined };
  const adoptionFile = secretFilePath(folder, 'LOG_ADOPTED');
  const logAdopted = await peekSecretFile(adoptionFile).catch((error: NodeJS.ErrnoException) => {
    if (!hasCode(error, 'ENOTDIR'))
      problems.push(`LOG_ADOPTED: ${adoptionFile} cannot be read (${error.code}).`);
    return undefined;
  });
  return { logAdopted, adoptionFile };
}

async function makeAppendSecret(source: SecretSource): Promise<AppendSecret> {
  const found = await findAppendSecret(source, newAppendSecret);
  if (found === undefined) throw new ConfigInvalid(source.problems);
  return found;
}
