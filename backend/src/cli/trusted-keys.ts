import { isRecord, parsed } from '@siegel/contracts/evidence/reading';
import { UsageError } from '../platform/errors/operator-error.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import { givenBytes } from './given-file.js';

/**
 * Keys that somebody trusts: an answer of `GET /api/verify/keys`, or the list in it alone; of its objects nothing but id
 * and key is looked at. Undefined for anything else.
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

/** Those in a file that an argument names. @throws UsageError */
export async function trustedKeysAt(path: string): Promise<PublicKeyRecord[]> {
  const trusted = trustedKeysIn((await givenBytes(path)).toString('utf8'));
  if (trusted === undefined) throw new UsageError(`${path} is no list of keys.`);
  return trusted;
}
