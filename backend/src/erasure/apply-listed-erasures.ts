import type { Pool } from 'pg';
import { newId } from '../platform/ids.js';
import type { Logger } from '../platform/logging/logger.js';
import { type ErasureParts, receiptOf } from '../vault/erasure.js';
import { destroyedKeys, notDestroyed } from '../vault/key-table.js';
import { type AgainErasers, eraseAgain } from './erase-again.js';
import type { ErasureList, ListPlace } from './erasure-list.js';
import { type ComparedPlace, ListPlaces } from './list-places.js';

export interface ListedErasuresParts extends AgainErasers {
  readonly pool: Pool;
  readonly list: ErasureList;
  readonly receipts: ErasureParts['receipts'];
  readonly logger: Logger;
  /** Breaks it off between two erasures; the next start finds those done. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Holds this backend's list of erasures and the database against each other, before anything is served
 * (rule:erasures-survive-a-restore). What the list has and the database does not know was lost by a restore: it
 * is erased again. What the database knows and the list lacks was erased by another backend, or before there
 * were lists: it is added. Looks at what came since both were last compared.
 * @returns how many were erased again
 */
export async function applyListedErasures(parts: ListedErasuresParts): Promise<number> {
  const { list, logger } = parts;
  const places = new ListPlaces(parts.pool);
  const found = await places.find(list);
  const read = await applyList(parts, found);
  if (read.again > 0)
    logger.warn({ again: read.again }, 'the database had forgotten erasures; they were done again');
  const { destruction, added } = await completeList(parts, read.streams, found);
  if (read.isWhole && (read.place.bytes > found.bytes || destruction > found.destruction)) {
    const mark = newId();
    const bytes = await list.mark(mark);
    await places.keep({ mark, bytes, lines: read.place.lines + added + 1, destruction }, found);
  }
  return read.again;
}

interface ReadList {
  readonly again: number;
  readonly streams: ReadonlySet<string>;
  /** False where one could not be erased again now. */
  readonly isWhole: boolean;
  readonly place: ListPlace;
}

async function applyList(
  { pool, list, logger, signal, ...erasers }: ListedErasuresParts,
  after: ListPlace,
): Promise<ReadList> {
  const listed = new Set<string>();
  let again = 0;
  let isWhole = true;
  let reached = after;
  const onDamaged = (line: number): void =>
    logger.warn(
      { list: list.path, line },
      'a line of the list of erasures cannot be read and is passed over',
    );
  for await (const { erasures, place } of list.read(onDamaged, { after })) {
    signal?.throwIfAborted();
    const streams = erasures.map(({ stream }) => stream);
    const forgotten = streams.length === 0 ? [] : await notDestroyed(pool, streams);
    const lost = new Set(forgotten);
    for (const erasure of erasures) {
      listed.add(erasure.stream);
      if (!lost.delete(erasure.stream)) continue;
      signal?.throwIfAborted();
      await eraseAgain(erasers, erasure);
      again += 1;
    }
    if (forgotten.length > 0 && (await notDestroyed(pool, forgotten)).length > 0) isWhole = false;
    reached = place;
  }
  return { again, streams: listed, isWhole, place: reached };
}

/**
 * Its own signature is under what it adds: the key is that of all backends, or one that they know.
 * @returns the number of the newest destruction, all of which the list then has, and how many were added
 */
async function completeList(
  { pool, list, receipts, signal }: ListedErasuresParts,
  listed: ReadonlySet<string>,
  after: ComparedPlace,
): Promise<{ readonly destruction: number; readonly added: number }> {
  let { destruction } = after;
  let added = 0;
  for await (const keys of destroyedKeys(pool, after.destruction)) {
    signal?.throwIfAborted();
    const missing = keys.filter(({ subject }) => !listed.has(subject));
    await list.note(
      missing.map((key) => ({ stream: key.subject, ...receiptOf(receipts, key.subject, key) })),
    );
    destruction = keys.at(-1)?.number ?? destruction;
    added += missing.length;
  }
  return { destruction, added };
}
