import { isRecord, parsed } from '@siegel/contracts/evidence/reading';
import { UsageError } from '../platform/errors/operator-error.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import { readArgumentBytes } from './argument-file.js';

/**
 * Parses trusted keys from a response of `GET /api/verify/keys`, or from the bare list in such a response.
 * Only the id and the key of each entry are used. Returns undefined for any other text.
 */
export function trustedKeysIn(text: string): PublicKeyRecord[] | undefined {
  const given = parsed(text);
  const list = isRecord(given) ? given.items : given;
  if (!Array.isArray(list)) return undefined;
  const keys = list.flatMap((key: unknown) => {
    if (!isRecord(key)) return [];
    const { keyId, publicKey } = key;
    return typeof keyId === 'string' && typeof publicKey === 'string' ? [{ keyId, publicKey }] : [];
  });
  return keys.length === list.length ? keys : undefined;
}

/** Returns the trusted keys in a file that an argument names. @throws UsageError */
export async function trustedKeysAt(path: string): Promise<PublicKeyRecord[]> {
  const trusted = trustedKeysIn((await readArgumentBytes(path)).toString('utf8'));
  if (trusted === undefined)
    throw new UsageError(`${path} is not a list of public keys. Expected an answer of GET /api/verify/keys.`);
  return trusted;
}
