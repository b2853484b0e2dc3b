import type { Pool } from 'pg';
import type { Logger } from '../platform/logging/logger.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { notDestroyed } from '../vault/key-table.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import { eraserOf, type ListErasers } from './erasers.js';
import type { ErasureList, ListedErasure, ListPlace } from './erasure-list.js';
import { judged } from './judge-line.js';

export interface ReadListParts extends ListErasers {
  readonly pool: Pool;
  readonly list: ErasureList;
  readonly keys: readonly PublicKeyRecord[];
  readonly logger: Logger;
  readonly tampering: Tampering;
  /** Breaks it off between two erasures; the next start finds those done. */
  readonly signal?: AbortSignal | undefined;
}

export interface ReadList {
  /** How many were erased again. */
  readonly again: number;
  /** Of genuine lines. */
  readonly streams: ReadonlySet<string>;
  /** How many lines say of no event which it was, or are signed by a key that is not known. */
  readonly unproven: number;
  /** False where one could not be erased again now. */
  readonly isWhole: boolean;
  readonly place: ListPlace;
}

/**
 * Applies the genuine lines behind a place (rule:erasures-survive-a-restore). A line that nobody of ours signed, or
 * that is of another key than its stream has, is told and left alone.
 */
export async function readList(parts: ReadListParts, after: ListPlace): Promise<ReadList> {
  const { pool, list, keys, signal } = parts;
  const streams = new Set<string>();
  let [again, unproven, isWhole, reached] = [0, 0, true, after];
  for await (const { lines, place } of list.read((line) => tellDamaged(parts, line), { after })) {
    signal?.throwIfAborted();
    const genuine: ListedErasure[] = [];
    for await (const { line, erasure, verdict } of judged(lines, keys)) {
      if (verdict === 'genuine') genuine.push(erasure);
      else if (verdict === 'forged') tellForeign(parts, erasure, line);
      else unproven += 1;
    }
    const lost = new Set(
      await notDestroyed(
        pool,
        genuine.map(({ stream }) => stream),
      ),
    );
    for (const erasure of genuine) {
      signal?.throwIfAborted();
      const done = await eraserOf(parts, erasure.stream).eraseAgain(erasure, !lost.delete(erasure.stream));
      if (done === 'other-key') tellForeign(parts, erasure);
      else streams.add(erasure.stream);
      if (done === 'again') again += 1;
      if (done === 'later') isWhole = false;
    }
    reached = place;
  }
  return { again, streams, unproven, isWhole, place: reached };
}

const tellDamaged = ({ logger, list }: ReadListParts, line: number): void =>
  logger.warn({ list: list.path, line }, 'a line of the list of erasures cannot be read and is passed over');

/** Without a number where the line is one that was signed for a stream of this name from before. */
const tellForeign = ({ tampering, list }: ReadListParts, { stream }: ListedErasure, line?: number): void =>
  tampering.found('erasure_line', { list: list.path, stream, ...(line === undefined ? {} : { line }) });
