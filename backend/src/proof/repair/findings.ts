import type { ChainStop, GenuineEvent } from './genuine-chain.js';
import {
  type StoredRow,
  type StreamFacts,
  type StreamPlace,
  type Trace,
  tracesOfRows,
} from './stream-facts.js';

/**
 * The fault at a place of a stream.
 * - `inserted`: nothing shows that this service wrote the event
 * - `replaced`: the same, and another event belongs to its place
 * - `altered`: the event's bytes do not fit its hash
 * - `respelled`: the event's metadata have another spelling than the service writes
 * - `mac_missing`, `mac_unknown`, `mac_wrong`: the event is genuine, and its MAC is gone, made by a key that
 * is not in APPEND_KEY, or of another place or log
 * - `moved`: the event belongs to another revision of this stream (`of`)
 * - `copied`: the event belongs to another stream (`of`)
 * - `doubled`: the revision occurs a second time
 * - `deleted`, `cut`: the event is missing, between others or at the end
 * - `forked`: this service wrote the event and another one at the same place
 * - `unreachable`: this service wrote the event, and an event before it is lost
 * - `out_of_order`: the event is in the wrong place of the log
 */
export type FindingKind =
  | 'inserted'
  | 'replaced'
  | 'altered'
  | 'respelled'
  | 'mac_missing'
  | 'mac_unknown'
  | 'mac_wrong'
  | 'moved'
  | 'copied'
  | 'doubled'
  | 'deleted'
  | 'cut'
  | 'forked'
  | 'unreachable'
  | 'out_of_order';

export interface Finding {
  readonly revision: number;
  readonly kind: FindingKind;
  /** Type of the event that is stored there; undefined if none is. */
  readonly type?: string;
  /** The place to which a moved or copied event belongs. */
  readonly of?: StreamPlace;
  /** Name of a key that is not in APPEND_KEY. */
  readonly key?: string;
  /** Hashes of all events that belong to this place, if there are several. */
  readonly hashes?: readonly string[];
  /** Where the event is to be had from that belongs to this place: a file, or the store itself. */
  readonly source?: string;
}

interface Known {
  readonly keyNames?: readonly string[];
}

/** Compares the rows of a stream with its genuine events, place by place. Pure. */
export function findingsOf(
  facts: StreamFacts,
  events: readonly GenuineEvent[],
  stop: ChainStop,
  known: Known = {},
): readonly Finding[] {
  const found: Finding[] = [];
  const seen = new Set<number>();
  const traces = tracesOfRows(facts);
  const lastRow = facts.rows.reduce((most, { event }) => Math.max(most, event.revision), -1);
  facts.rows.forEach((row, index) => {
    const finding = findingOf(
      facts,
      { row, index, trace: traces.get(row), isSecond: seen.has(row.event.revision) },
      events,
      stop,
      known,
    );
    seen.add(row.event.revision);
    if (finding !== undefined) found.push(finding);
  });
  for (const revision of missing(facts, events, stop, seen)) {
    const source = sourceOf(events[revision]);
    found.push({
      revision,
      kind: revision < lastRow ? 'deleted' : 'cut',
      ...(source !== undefined && { source }),
    });
  }
  return found.toSorted((one, other) => one.revision - other.revision);
}

const sourceOf = (event: GenuineEvent | undefined): string | undefined => {
  if (event === undefined) return undefined;
  return event.origin.kind === 'offered' ? event.origin.file : 'the store';
};

/** Returns the places to which an event belongs, and at which no row is stored. */
function missing(
  { leaves }: StreamFacts,
  events: readonly GenuineEvent[],
  stop: ChainStop,
  stored: ReadonlySet<number>,
): readonly number[] {
  const wanted = new Set(events.map(({ revision }) => revision));
  if (stop.kind === 'lost') {
    wanted.add(stop.revision);
    for (const { revision, isProven } of leaves)
      if (isProven && revision > stop.revision) wanted.add(revision);
  }
  return [...wanted].filter((revision) => !stored.has(revision));
}

interface Looked {
  readonly row: StoredRow;
  readonly index: number;
  readonly trace: Trace | undefined;
  readonly isSecond: boolean;
}

function findingOf(
  facts: StreamFacts,
  { row, index, trace, isSecond }: Looked,
  events: readonly GenuineEvent[],
  stop: ChainStop,
  known: Known,
): Finding | undefined {
  const { revision, type } = row.event;
  const event = events[revision];
  if (event?.origin.kind === 'stored' && event.origin.row === index && event.isInPlace) return undefined;
  if (
    stop.kind === 'ended' &&
    revision === stop.revision &&
    trace !== undefined &&
    stop.hashes.includes(trace.hash)
  )
    return undefined;
  const source = event?.origin.kind === 'offered' ? event.origin.file : undefined;
  const finding = { revision, type, ...(source !== undefined && { source }) };
  if (isSecond) return { ...finding, kind: 'doubled' };
  if (trace?.event !== undefined && trace.revision !== revision)
    return { ...finding, kind: 'moved', of: { stream: facts.stream, revision: trace.revision } };
  const elsewhere = row.claimedHash === undefined ? undefined : facts.elsewhere.get(row.claimedHash);
  if (elsewhere !== undefined) return { ...finding, kind: 'copied', of: elsewhere };
  const isWanted = event !== undefined || (stop.kind === 'lost' && revision === stop.revision);
  // The metadata of another place tell nothing about this one.
  if (trace === undefined || trace.revision !== revision)
    return { ...finding, kind: isWanted ? 'altered' : 'inserted' };
  if (trace.event === undefined) return { ...finding, kind: 'altered' };
  if (event?.hash === trace.hash) return { ...finding, ...ofMetadata(row, trace, known) };
  return { ...finding, ...ofAnother(trace, { revision, stop, isWanted }) };
}

/** The event is genuine, and something is wrong with its metadata. */
function ofMetadata(row: StoredRow, trace: Trace, { keyNames }: Known): Pick<Finding, 'kind' | 'key'> {
  if (trace.isMarked) return { kind: 'respelled' };
  const { keyName } = row;
  if (keyName === undefined) return { kind: 'mac_missing' };
  return keyNames?.includes(keyName) === false
    ? { kind: 'mac_unknown', key: keyName }
    : { kind: 'mac_wrong' };
}

interface AtPlace {
  readonly revision: number;
  readonly stop: ChainStop;
  readonly isWanted: boolean;
}

/** The row has another event than the one that belongs to its place, if one does. */
function ofAnother(trace: Trace, { revision, stop, isWanted }: AtPlace): Pick<Finding, 'kind' | 'hashes'> {
  if (!trace.isMarked) return { kind: isWanted ? 'replaced' : 'inserted' };
  if (stop.kind === 'forked' && revision === stop.revision) return { kind: 'forked', hashes: stop.hashes };
  return { kind: stop.kind === 'lost' && revision > stop.revision ? 'unreachable' : 'forked' };
}
