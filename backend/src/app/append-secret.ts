import { randomBytes } from 'node:crypto';
import type { KnownSecret } from '../vault/check-values.js';
import { parseKey } from './secret-key.js';
import { findSecret, type SecretSource } from '../platform/config/secret-source.js';

/** The value of APPEND_KEY. */
export interface AppendSecret {
  /** Identity of the log, as in `log-9f86…`. It is made together with the first key and never changes. */
  readonly log: string;
  /** Keys of 32 bytes, newest first. */
  readonly keys: readonly [Buffer, ...Buffer[]];
}

const NAME = 'APPEND_KEY';
const IDENTITY = /^log-[0-9a-f]{32}$/;
const SEPARATORS = /[\s,]+/;
const [IDENTITY_BYTES, KEY_BYTES] = [16, 32];

const FORM =
  'expected the identity of the log and then at least one key, as in "log-<32 hexadecimal digits> <64 hexadecimal digits>". ' +
  'For a new service, siegel secrets:make makes both. For a service that has agreements, restore the value from the backup of the secrets.';

/** Returns the values whose check values the database has. Each value is that of the log and one key. */
export function knownAppendKeys({ log, keys: [newest, ...older] }: AppendSecret): KnownSecret {
  const valueOf = (key: Buffer): Buffer => Buffer.concat([Buffer.from(log), key]);
  return [valueOf(newest), ...older.map(valueOf)];
}

/** Makes the identity and the first key of a new log. */
export const newAppendSecret = (): string =>
  `log-${randomBytes(IDENTITY_BYTES).toString('hex')} ${randomBytes(KEY_BYTES).toString('hex')}`;

/**
 * Reads APPEND_KEY. Returns undefined if there is none, and adds a problem if the value is unusable.
 * @param made makes a missing value; by default a missing value is a problem
 */
export async function findAppendSecret(
  source: SecretSource,
  made?: () => string,
): Promise<AppendSecret | undefined> {
  const found = await findSecret(
    { ...source, makes: source.makes && made !== undefined },
    NAME,
    made ?? newAppendSecret,
  );
  const parsed = found && parseAppendSecret(found.text);
  if (found !== undefined && parsed === undefined) source.problems.push(`${NAME}: ${FORM}`);
  return parsed;
}

/** Returns undefined if the text does not have the form of APPEND_KEY. */
export function parseAppendSecret(text: string): AppendSecret | undefined {
  const [log = '', ...listed] = text.trim().split(SEPARATORS);
  const keys = listed.map(parseKey);
  const [first, ...older] = keys.flatMap((key) => key ?? []);
  const isWhole = IDENTITY.test(log) && older.length + 1 === keys.length;
  return isWhole && first !== undefined ? { log, keys: [first, ...older] } : undefined;
}

/** Returns APPEND_KEY with a new key in front. @param text a value of APPEND_KEY */
export function withNewKey(text: string): string {
  const [log = '', ...keys] = text.trim().split(SEPARATORS);
  return [log, randomBytes(KEY_BYTES).toString('hex'), ...keys].join(' ');
}
