import type { EventStore, Position, StoredEvent } from '../event-store/event-store.js';

/** How far somebody has come who follows some of the streams. */
export interface PlaceInLog {
  /** All up to here is seen; undefined: nothing. */
  readonly after: Position | undefined;
  readonly streamPrefixes: readonly string[];
}

type Log = Pick<EventStore, 'readAll' | 'isBefore'>;
type Named = PlaceInLog & { readonly name: string };

/** So many events are looked at in one go, and stand for as many or more. */
const LOOKED_AT = 1_000;
const BATCH = 500;
/** A kind of stream that is rare may be looked for in so many pieces of the log. */
const BATCHES = 50;
/** Most goes for those who follow the same streams; whoever lies beyond them is left out. */
const GOES = 3;

/**
 * How many events each of these has not seen yet, by name; in a long log, of places that lie far apart or before much
 * that is none of theirs, not all are told.
 * What it reads is bounded, however far anybody is behind.
 * @throws EventStoreUnavailable
 */
export async function eventsBehind(
  log: Log,
  places: readonly Named[],
  lookedAt = LOOKED_AT,
): Promise<ReadonlyMap<string, number>> {
  const behind = new Map<string, number>();
  for (const alike of followersOfTheSame(places))
    for (const [name, unseen] of await unseenOf(log, alike, lookedAt)) behind.set(name, unseen);
  return behind;
}

function followersOfTheSame(places: readonly Named[]): Named[][] {
  const byStreams = new Map<string, Named[]>();
  for (const place of places) {
    const streams = place.streamPrefixes.join(' ');
    byStreams.set(streams, [...(byStreams.get(streams) ?? []), place]);
  }
  return [...byStreams.values()];
}

async function unseenOf(log: Log, alike: readonly Named[], lookedAt: number): Promise<[string, number][]> {
  const told: [string, number][] = [];
  let left = alike.toSorted((one, other) => compared(log, one.after, other.after));
  for (let go = 0; go < GOES; go += 1) {
    const [first] = left;
    if (first === undefined) break;
    const { events, end } = await eventsAfter(log, first, lookedAt);
    const isEnd = end === 'of the log';
    const known = isEnd ? left : left.filter(({ after }) => after === first.after);
    for (const { name, after } of end === 'nowhere' ? [] : known)
      told.push([name, isEnd ? events.filter((event) => isUnseen(log, after, event)).length : lookedAt]);
    left = left.filter((place) => !known.includes(place));
  }
  return told;
}

/** The beginning comes first. */
function compared(log: Log, one: Position | undefined, other: Position | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return -1;
  return other !== undefined && log.isBefore(one, other) ? -1 : 1;
}

const isUnseen = (log: Log, after: Position | undefined, { position }: StoredEvent): boolean =>
  after === undefined || log.isBefore(after, position);

async function eventsAfter(
  log: Log,
  { after, streamPrefixes }: PlaceInLog,
  most: number,
): Promise<{ readonly events: readonly StoredEvent[]; readonly end: 'of the log' | 'enough' | 'nowhere' }> {
  const events: StoredEvent[] = [];
  let batches = 0;
  for await (const batch of log.readAll({ after, streamPrefixes, batchSize: Math.min(BATCH, most) })) {
    events.push(...batch.events);
    if (events.length >= most) return { events, end: 'enough' };
    batches += 1;
    if (batches >= BATCHES) return { events, end: 'nowhere' };
  }
  return { events, end: 'of the log' };
}
