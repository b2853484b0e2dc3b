import { destroyedKeys } from '../vault/key-table.js';
import { eraserOf } from './erasers.js';
import type { ListedErasure, ListPosition } from './erasure-list.js';
import type { ComparedPosition } from './list-positions.js';
import { judged } from './judge-line.js';
import type { ReadListParts } from './read-list.js';
import type { ListLine } from './stream-eraser.js';

/** Number of streams that are read at once. */
const CONCURRENT_STREAMS = 8;

export interface Completed {
  /** Sequence number (`vault_keys.destruction`) of the newest destruction that was read. */
  readonly destruction: number;
  /** Streams whose missing line was added to the list. */
  readonly added: readonly string[];
  /** False if a line cannot be written yet. */
  readonly isWhole: boolean;
}

/**
 * Adds other backends' erasures to the list, each as a line with a receipt. A row in the database only shows
 * which stream to read. The line and the receipt refer to the event of that stream that called for the
 * erasure. If a key is marked as destroyed but no event calls for its destruction, this is reported as
 * tampering, and neither receipt nor line is made (rule:missing-is-not-erased).
 */
export async function completeList(
  parts: ReadListParts,
  listed: ReadonlySet<string>,
  after: ComparedPosition,
): Promise<Completed> {
  const { pool, list, signal } = parts;
  let { destruction } = after;
  const added = new Set<string>();
  let isWhole = true;
  for await (const keys of destroyedKeys(pool, after.destruction)) {
    const missing = keys
      .map(({ subject }) => subject)
      .filter((subject) => !listed.has(subject) && !added.has(subject));
    for (let from = 0; from < missing.length; from += CONCURRENT_STREAMS) {
      signal?.throwIfAborted();
      const some = missing.slice(from, from + CONCURRENT_STREAMS);
      const found = await Promise.all(some.map((stream) => lineOf(parts, stream)));
      await list.note(found.filter(isLine));
      const isOn = (_: string, at: number): boolean => found[at] === 'noted' || isLine(found[at] ?? 'none');
      for (const subject of some.filter(isOn)) added.add(subject);
      if (found.includes('later') || found.includes('closed')) isWhole = false;
    }
    destruction = keys.at(-1)?.number ?? destruction;
  }
  return { destruction, added: [...added], isWhole };
}

async function lineOf(parts: ReadListParts, stream: string): Promise<ListLine> {
  const line = await eraserOf(parts, stream).lineOf(stream);
  if (line === 'uncalled') parts.tampering.found('key_without_erasure', { stream });
  if (line === 'closed') parts.onClosed?.(stream);
  return line;
}

export interface Renewed {
  readonly added: number;
  /** Lines that wait for the operator's decision. */
  readonly waiting: number;
  readonly isWhole: boolean;
}

/**
 * Appends a new line for each line that names no event or whose signing key is unknown. The new line names
 * the event of the stream that called for the erasure. If the stream has no such event, the old line waits
 * for the operator (`siegel erasures:apply`), because nobody can prove any more that the line is right.
 * @param listed streams that have a genuine line, and therefore need no new line
 */
export async function renewLines(
  parts: ReadListParts,
  listed: ReadonlySet<string>,
  after: ListPosition,
): Promise<Renewed> {
  const { list, keys, logger, signal } = parts;
  const seen = new Set(listed);
  let [added, waiting, isWhole] = [0, 0, true];
  for await (const { lines } of list.read(() => undefined, { after })) {
    for await (const { line, erasure, verdict } of judged(lines, keys)) {
      const isUnproven = verdict === 'from-before' || verdict === 'key-unknown';
      if (!isUnproven || seen.has(erasure.stream)) continue;
      signal?.throwIfAborted();
      seen.add(erasure.stream);
      const found = await eraserOf(parts, erasure.stream).lineOf(erasure.stream);
      if (found === 'closed') parts.onClosed?.(erasure.stream);
      if (isLine(found)) await list.note([found]);
      if (isLine(found) || found === 'noted') added += 1;
      else if (found === 'later' || found === 'closed') isWhole = false;
      else if (found === 'uncalled') {
        waiting += 1;
        logWaiting(logger, { list: list.path, line, stream: erasure.stream }, waiting);
      }
    }
  }
  return { added, waiting, isWhole };
}

/** Maximum number of waiting lines that are logged. The doctor counts all waiting lines. */
const LOGGED_MAX = 50;

function logWaiting(logger: ReadListParts['logger'], details: object, count: number): void {
  if (count > LOGGED_MAX) return;
  const message =
    'A line of the list of erasures waits for your decision: no event of its stream calls for the erasure. Show it with siegel erasures:apply; see docs/operations/backup.md.';
  logger.warn({ ...details, ...(count === LOGGED_MAX ? { more: true } : {}) }, message);
}

const isLine = (line: ListLine): line is ListedErasure => typeof line === 'object';
