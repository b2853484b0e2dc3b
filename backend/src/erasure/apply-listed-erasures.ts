import { newId } from '../platform/crypto/ids.js';
import { completeList, renewLines } from './complete-list.js';
import type { KnownReceiptKeys } from './known-receipt-keys.js';
import { ListPositions } from './list-positions.js';
import { readList, type ReadListParts } from './read-list.js';

export interface ListedErasuresParts extends Omit<ReadListParts, 'keys'> {
  readonly receiptKeys: KnownReceiptKeys;
  /**
   * False if the backend already erases at the same time. Then no position is saved, because the list may get
   * lines during the comparison. The default is true.
   */
  readonly isAlone?: boolean;
}

/**
 * Compares this backend's list of erasures with the streams and the database, before anything is served
 * (rule:erasures-survive-a-restore). If a genuine line names an erasure that the log does not know, a restore
 * lost that erasure, so it is applied again. If the list lacks an erasure, because another backend applied it
 * or because it is older than the list, a line is added. The line names the event that called for the
 * erasure. Only additions since the last comparison are read. A line of a closed stream has to wait
 * (`ErasuresOnHold`).
 * @returns the number of erasures applied again
 */
export async function applyListedErasures({
  receiptKeys,
  isAlone = true,
  ...given
}: ListedErasuresParts): Promise<number> {
  const { list, logger } = given;
  const places = new ListPositions(given.pool);
  await receiptKeys.remember();
  const parts = { ...given, keys: await receiptKeys.all() };
  const found = await places.find(list);
  const read = await readList(parts, found);
  if (read.again > 0)
    logger.warn(
      { again: read.again },
      'the database or the log lacked erasures that are in the list of erasures, which can happen after a restore; the service applied these erasures again',
    );
  const completed = await completeList(parts, read.streams, found);
  // The lines of these streams need not be renewed. If an earlier start renewed a line, the new line is
  // genuine and comes after the old line in the list. `readList` has therefore read the new line too, and
  // `read.streams` contains its stream.
  const listed = new Set([...read.streams, ...completed.added]);
  const renewed = read.unproven === 0 ? { added: 0, isWhole: true } : await renewLines(parts, listed, found);
  const isWhole = read.isWhole && completed.isWhole && renewed.isWhole;
  const isNew = read.position.bytes > found.bytes || completed.destruction > found.destruction;
  if (isAlone && isWhole && isNew) {
    const mark = newId();
    const bytes = await list.mark(mark);
    const lines = read.position.lines + completed.added.length + renewed.added + 1;
    await places.keep({ mark, bytes, lines, destruction: completed.destruction }, found);
  }
  return read.again;
}
