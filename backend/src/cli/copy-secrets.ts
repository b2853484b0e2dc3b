import { join } from 'node:path';
import { type AppendSecret, parseAppendSecret, withNewKey } from '../app/append-secret.js';
import { peekSecretFile, writeSecretOnce } from '../platform/config/secret-file.js';
import { secretFilePath } from '../platform/config/secret-source.js';
import { OperatorError } from '../platform/errors/operator-error.js';

/** Secrets that open the data of the original, so the copy has the same ones. */
const SAME = ['MASTER_KEY', 'MASTER_KEY_OLD', 'MASTER_KEY_NEW', 'INDEX_KEY', 'LOG_ADOPTED'] as const;
const NEEDED = ['MASTER_KEY', 'INDEX_KEY'] as const;

/** Secrets that an installation and its copies never replace. */
const NEVER_REPLACED = 'INDEX_KEY';

/**
 * Writes those secrets of a copy that come from its original (a drill, a staging system). They open the data of
 * the original. APPEND_KEY gets a new key in front, so no event of the copy is authenticated in the original.
 * All other secrets are left out, so that the caller makes new ones: nothing that the copy signs is valid in the
 * original. Never changes an existing file.
 * @param folder contains the folder `secrets` of the copy
 * @param original a folder with the secrets of the original, or the folder that contains it
 * @throws OperatorError if the original lacks a secret, or if the copy has another one already
 */
export async function copySecrets(folder: string, original: string): Promise<void> {
  const from = await folderWithSecrets(original);
  const to = join(folder, 'secrets');
  const found = await Promise.all(SAME.map(async (name) => [name, await secretIn(from, name)] as const));
  const same = found.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  const lacking = NEEDED.find((name) => !same.some(([one]) => one === name));
  if (lacking !== undefined)
    throw new OperatorError(
      `${secretFilePath(from, lacking)} is missing. Name the folder with the secrets of the original, for instance its newest copy in the safe place.`,
    );
  const append = await appendKeyOf(from);
  const existing = await appendKeyOf(to);
  requireKeysOfCopy(secretFilePath(to, 'APPEND_KEY'), existing?.parsed, append?.parsed);
  for (const [name, text] of same) {
    const kept = await secretIn(to, name);
    if (kept === undefined || kept.trim() === text.trim()) continue;
    const path = secretFilePath(to, name);
    throw name === NEVER_REPLACED ? otherInstallation(path) : olderState(path);
  }
  if (append !== undefined) await writeSecretOnce(secretFilePath(to, 'APPEND_KEY'), withNewKey(append.text));
  for (const [name, text] of same) await writeSecretOnce(secretFilePath(to, name), text);
}

/** Checks APPEND_KEY of an earlier call for this copy. @throws OperatorError */
function requireKeysOfCopy(
  path: string,
  existing: AppendSecret | undefined,
  original: AppendSecret | undefined,
): void {
  if (existing === undefined) return;
  if (existing.log !== original?.log) throw otherInstallation(path);
  const has = ({ keys }: AppendSecret, key: Buffer): boolean => keys.some((one) => one.equals(key));
  if (has(original, existing.keys[0]))
    throw new OperatorError(
      `The first key of ${path} is one of the original, so the folder has the secrets of the original itself. Nothing was changed. Name another folder for the copy.`,
    );
  if (!original.keys.every((key) => has(existing, key))) throw olderState(path);
}

const secretIn = (folder: string, name: string): Promise<string | undefined> =>
  peekSecretFile(secretFilePath(folder, name)).catch((cause: Error) => {
    throw new OperatorError(`${secretFilePath(folder, name)} cannot be read: ${cause.message}`, { cause });
  });

async function folderWithSecrets(original: string): Promise<string> {
  const inner = join(original, 'secrets');
  return (await secretIn(inner, 'MASTER_KEY')) === undefined ? original : inner;
}

/** Returns APPEND_KEY in a folder. Undefined for an installation from before APPEND_KEY. */
async function appendKeyOf(
  folder: string,
): Promise<{ readonly text: string; readonly parsed: AppendSecret } | undefined> {
  const text = await secretIn(folder, 'APPEND_KEY');
  if (text === undefined) return undefined;
  const parsed = parseAppendSecret(text);
  if (parsed === undefined)
    throw new OperatorError(`${secretFilePath(folder, 'APPEND_KEY')} does not have the form of APPEND_KEY.`);
  return { text, parsed };
}

const otherInstallation = (path: string): OperatorError =>
  new OperatorError(
    `${path} belongs to another installation. Nothing was changed. Name a folder without secrets for the copy.`,
  );

const olderState = (path: string): OperatorError =>
  new OperatorError(
    `${path} is not that of the original any more: it was replaced in the original since this copy was made, or in the copy. Nothing was changed. Name a new folder, and give the copy a newer backup together with the new secrets.`,
  );
