import type { EventStore, Position, UntrustedEvent } from '../event-store/event-store.js';

/** The position up to which a reader has read certain streams. */
export interface LogProgress {
  /** The reader has seen all events up to this position. Undefined if it has seen no event. */
  readonly after: Position | undefined;
  readonly streamPrefixes: readonly string[];
}

type Log = Pick<EventStore, 'readAll' | 'isBefore'>;
type Named = LogProgress & { readonly name: string };

/** Maximum number of events that one pass reads. A count equal to this limit means 'this many or more'. */
const EVENTS_MAX = 1_000;
const BATCH = 500;
/**
 * Maximum number of batches that one pass reads. Without this limit, a pass for streams with few events could
 * read the whole log.
 */
const BATCHES = 50;
/**
 * Maximum number of passes for a group of readers that read the same streams. A reader whose events are not
 * counted after the last pass is left out of the result.
 */
const PASSES = 3;

/**
 * Returns the number of events that each reader has not seen yet, by the reader's name. The number of reads
 * is limited, however far the readers are behind. So a reader can be missing from the result in two cases:
 * the readers' positions in a long log are far apart, or many events of other streams follow the reader's
 * position.
 * @throws EventStoreUnavailable
 */
export async function eventsBehind(
  log: Log,
  readers: readonly Named[],
  most = EVENTS_MAX,
): Promise<ReadonlyMap<string, number>> {
  const behind = new Map<string, number>();
  for (const alike of groupedByStreams(readers))
    for (const [name, unseen] of await unseenOf(log, alike, most)) behind.set(name, unseen);
  return behind;
}

function groupedByStreams(readers: readonly Named[]): Named[][] {
  const byStreams = new Map<string, Named[]>();
  for (const reader of readers) {
    const streams = reader.streamPrefixes.join(' ');
    byStreams.set(streams, [...(byStreams.get(streams) ?? []), reader]);
  }
  return [...byStreams.values()];
}

async function unseenOf(log: Log, alike: readonly Named[], most: number): Promise<[string, number][]> {
  const counts: [string, number][] = [];
  let left = alike.toSorted((one, other) => compared(log, one.after, other.after));
  for (let pass = 0; pass < PASSES; pass += 1) {
    const [first] = left;
    if (first === undefined) break;
    const { events, end } = await eventsAfter(log, first, most);
    const isEnd = end === 'of the log';
    const known = isEnd ? left : left.filter(({ after }) => after === first.after);
    for (const { name, after } of end === 'given up' ? [] : known)
      counts.push([name, isEnd ? events.filter((event) => isUnseen(log, after, event)).length : most]);
    left = left.filter((place) => !known.includes(place));
  }
  return counts;
}

/** Compares two positions for sorting. The beginning of the log (undefined) comes first. */
function compared(log: Log, one: Position | undefined, other: Position | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return -1;
  return other !== undefined && log.isBefore(one, other) ? -1 : 1;
}

const isUnseen = (log: Log, after: Position | undefined, { position }: UntrustedEvent): boolean =>
  after === undefined || log.isBefore(after, position);

async function eventsAfter(
  log: Log,
  { after, streamPrefixes }: LogProgress,
  most: number,
): Promise<{
  readonly events: readonly UntrustedEvent[];
  readonly end: 'of the log' | 'enough' | 'given up';
}> {
  const events: UntrustedEvent[] = [];
  let batches = 0;
  for await (const batch of log.readAll({ after, streamPrefixes, batchSize: Math.min(BATCH, most) })) {
    events.push(...batch.events);
    if (events.length >= most) return { events, end: 'enough' };
    batches += 1;
    if (batches >= BATCHES) return { events, end: 'given up' };
  }
  return { events, end: 'of the log' };
}
