import { chunkedWithYield } from '../platform/async/chunked-with-yield.js';
import { verifyDestruction } from '../vault/erasure.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import type { ListedErasure, ListedLine } from './erasure-list.js';

/**
 * The verdict on a line of the list, based on the content of the line alone.
 * - `genuine`: this service signed the line, and the line names the event that called for the erasure
 * - `from-before`: the line names no event, but it may be right
 * - `key-unknown`: the line cannot be checked, because this backend does not know the signing key
 * - `forged`: the line names a signing key that did not sign it
 */
export type LineVerdict = 'genuine' | 'from-before' | 'key-unknown' | 'forged';

export function judgeLine(
  { stream, ...receipt }: ListedErasure,
  keys: readonly PublicKeyRecord[],
): LineVerdict {
  if (!keys.some(({ keyId }) => keyId === receipt.receiptKeyId)) return 'key-unknown';
  if (!verifyDestruction(stream, receipt, keys)) return 'forged';
  return receipt.eventId === undefined ? 'from-before' : 'genuine';
}

/**
 * Number of signatures that are verified between two pauses. The pauses are needed because a starting backend
 * already answers requests.
 */
const LINES_PER_CHUNK = 25;

/** Yields each line with its verdict. */
export async function* judged(
  lines: readonly ListedLine[],
  keys: readonly PublicKeyRecord[],
): AsyncGenerator<ListedLine & { readonly verdict: LineVerdict }> {
  for await (const part of chunkedWithYield(lines, LINES_PER_CHUNK))
    for (const line of part) yield { ...line, verdict: judgeLine(line.erasure, keys) };
}
