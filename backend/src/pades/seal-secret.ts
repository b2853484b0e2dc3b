import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSealIdentity, openSealIdentity, SealIdentityUnusable } from './seal-identity.js';
import { failedFile, findSecret, type SecretSource } from '../platform/config/secret-source.js';

export interface SealSecret {
  /** PKCS #12. */
  readonly p12: Buffer;
  readonly password: string;
}

const NONE: SealSecret = { p12: Buffer.alloc(0), password: '' };
/** Matches base64 of DER that begins with a long sequence. No file path matches this pattern. */
const BASE64 = /^MI[A-Za-z0-9+/\s]{100,}={0,2}\s*$/;

const isGiven = (source: SecretSource, name: string): boolean =>
  // Allowed: the names of the variables are in code.
  (source.env[name] ?? '') !== '' || failedFile(source, name);

/**
 * Returns the bytes of the seal identity. `text` is either their base64 or the path of a file that contains
 * them, in binary or in base64.
 */
async function bytesOf(source: SecretSource, text: string): Promise<Buffer | undefined> {
  if (BASE64.test(text.trim())) return Buffer.from(text, 'base64');
  try {
    const bytes = await readFile(text.trim());
    const content = bytes.toString('latin1');
    return BASE64.test(content) ? Buffer.from(content, 'base64') : bytes;
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    source.problems.push(
      `SEAL_P12: expected the path of a .p12 file, or its bytes in base64; no file can be read there (${code}).`,
    );
    return undefined;
  }
}

/**
 * Finds `SEAL_P12` and `SEAL_P12_PASSWORD`, which belong together. If both are missing, first generates and
 * stores a password, and then generates an identity for this password. In this order, several processes that
 * start at the same time all find a matching pair.
 * @param subject common name of a generated certificate
 */
export async function findSeal(source: SecretSource, subject: string): Promise<SealSecret> {
  if (!source.production && isGiven(source, 'SEAL_P12') !== isGiven(source, 'SEAL_P12_PASSWORD')) {
    source.problems.push('SEAL_P12 and SEAL_P12_PASSWORD belong together: set both or none.');
    return NONE;
  }
  const password = await findSecret(source, 'SEAL_P12_PASSWORD', () => randomBytes(32).toString('hex'));
  const p12 = await findSecret(source, 'SEAL_P12', async () => {
    const made = await createSealIdentity({ subject, now: new Date(), password: password?.text ?? '' });
    return made.p12.toString('base64');
  });
  if (p12 === undefined) return NONE;
  const bytes = await bytesOf(source, p12.text);
  if (bytes === undefined || password === undefined) return NONE;
  try {
    openSealIdentity(bytes, password.text);
  } catch (error) {
    if (!(error instanceof SealIdentityUnusable)) throw error;
    source.problems.push(error.message);
  }
  return { p12: bytes, password: password.text };
}
