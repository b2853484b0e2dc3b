import { newId } from '../platform/crypto/ids.js';
import { completeList, renewLines } from './complete-list.js';
import type { KnownReceiptKeys } from './known-receipt-keys.js';
import { ListPlaces } from './list-places.js';
import { readList, type ReadListParts } from './read-list.js';

export interface ListedErasuresParts extends Omit<ReadListParts, 'keys'> {
  readonly receiptKeys: KnownReceiptKeys;
}

/**
 * Holds this backend's list of erasures against the streams and the database, before anything is served
 * (rule:erasures-survive-a-restore). What a genuine line says and the log does not know of was lost by a restore: it is
 * erased again. What was erased by another backend, or before there were lists, is added, over the event that called
 * for it. Looks at what came since both were last compared.
 * @returns how many were erased again
 */
export async function applyListedErasures({ receiptKeys, ...given }: ListedErasuresParts): Promise<number> {
  const { list, logger } = given;
  const places = new ListPlaces(given.pool);
  await receiptKeys.remember();
  const parts = { ...given, keys: await receiptKeys.all() };
  const found = await places.find(list);
  const read = await readList(parts, found);
  if (read.again > 0)
    logger.warn({ again: read.again }, 'the database had forgotten erasures; they were done again');
  const completed = await completeList(parts, read.streams, found);
  // What was written anew since is genuine, and stands behind what it is compared with.
  const listed = new Set([...read.streams, ...completed.added]);
  const renewed = read.unproven === 0 ? { added: 0, isWhole: true } : await renewLines(parts, listed, found);
  const isWhole = read.isWhole && completed.isWhole && renewed.isWhole;
  const isNew = read.place.bytes > found.bytes || completed.destruction > found.destruction;
  if (isWhole && isNew) {
    const mark = newId();
    const bytes = await list.mark(mark);
    const lines = read.place.lines + completed.added.length + renewed.added + 1;
    await places.keep({ mark, bytes, lines, destruction: completed.destruction }, found);
  }
  return read.again;
}
