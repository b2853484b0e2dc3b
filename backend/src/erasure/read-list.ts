import type { Pool } from 'pg';
import type { Logger } from '../platform/logging/logger.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { notDestroyed } from '../vault/key-table.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import { eraserOf, type ListErasers } from './erasers.js';
import type { ErasureList, ListedErasure, ListPosition } from './erasure-list.js';
import { judged } from './judge-line.js';

export interface ReadListParts extends ListErasers {
  readonly pool: Pool;
  readonly list: ErasureList;
  readonly keys: readonly PublicKeyRecord[];
  readonly logger: Logger;
  readonly tampering: Tampering;
  /** Is given each stream whose line has to wait until the stream is open. */
  readonly onClosed?: ((stream: string) => void) | undefined;
  /** Stops between two erasures. The next start recognises the erasures that are already done. */
  readonly signal?: AbortSignal | undefined;
}

export interface ReadList {
  /** Number of erasures that were applied again. */
  readonly again: number;
  /** Streams with a genuine line. */
  readonly streams: ReadonlySet<string>;
  /** Number of lines that name no event, or that were signed by an unknown key. */
  readonly unproven: number;
  /** False if an erasure could not be applied again yet. */
  readonly isWhole: boolean;
  readonly position: ListPosition;
}

/**
 * Applies the genuine lines after the position `after` (rule:erasures-survive-a-restore). In two cases a line
 * is not applied but reported as tampering: the line names a signing key that did not sign it, or the
 * destroyed key that it names is not the stream's key.
 */
export async function readList(parts: ReadListParts, after: ListPosition): Promise<ReadList> {
  const { pool, list, keys, signal } = parts;
  const streams = new Set<string>();
  let [again, unproven, isWhole, reached] = [0, 0, true, after];
  for await (const { lines, position } of list.read((line) => reportDamaged(parts, line), { after })) {
    signal?.throwIfAborted();
    const genuine: ListedErasure[] = [];
    for await (const { line, erasure, verdict } of judged(lines, keys)) {
      if (verdict === 'genuine') genuine.push(erasure);
      else if (verdict === 'forged') reportForeign(parts, erasure, line);
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
      if (done === 'other-key') reportForeign(parts, erasure);
      else streams.add(erasure.stream);
      if (done === 'again') again += 1;
      if (done === 'closed') parts.onClosed?.(erasure.stream);
      if (done === 'later' || done === 'closed') isWhole = false;
    }
    reached = position;
  }
  return { again, streams, unproven, isWhole, position: reached };
}

const reportDamaged = ({ logger, list }: ReadListParts, line: number): void =>
  logger.warn(
    { list: list.path, line },
    'A line of the list of erasures cannot be read and is skipped. Either a newer version wrote it, or it is damaged; if it is damaged, restore the list from its newest backup.',
  );

/**
 * Reports a line that is forged or whose key is not the stream's key. A genuine line with another key was
 * signed for an earlier stream of this name, and is reported without its line number.
 */
const reportForeign = ({ tampering, list }: ReadListParts, { stream }: ListedErasure, line?: number): void =>
  tampering.found('erasure_line', { list: list.path, stream, ...(line === undefined ? {} : { line }) });
