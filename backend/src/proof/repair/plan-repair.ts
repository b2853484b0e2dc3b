import { TRUST_PREFIX } from '../../eventsourcing/trust/ended.js';
import { type Finding, findingsOf } from './findings.js';
import { type ChainStop, type GenuineChain, genuineChain, type GenuineEvent } from './genuine-chain.js';
import { type StoredRow, type StreamFacts, tracesOfRows } from './stream-facts.js';

export interface RepairChoices {
  /** False for a store in which nothing can be taken out or replaced (EventStoreDB). */
  readonly canRewrite: boolean;
  /** True if the operator ends the stream before what can be had no more. A trust stream is never ended. */
  readonly end: boolean;
  /** First digits of a hash: the operator's choice where this service wrote several events. */
  readonly branch?: string | undefined;
  /**
   * The operator's earlier choices: the hash of the chosen event, and the hashes of those that give way to it.
   * A choice says nothing about another event.
   */
  readonly chosen?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The end that the operator gave to the stream earlier. */
  readonly ended?: Pick<EndOfStream, 'last'> | undefined;
  /** Names of the keys in APPEND_KEY. */
  readonly keyNames?: readonly string[];
}

/**
 * Why a stream cannot be opened. `store`: nothing can be taken out of this store. `tree`: rows of the tree are
 * missing or changed, so nobody knows which events are genuine.
 */
export type Hindrance = 'lost' | 'forked' | 'receipt' | 'store' | 'tree';

/** The end that a repair gives to a stream. */
export interface EndOfStream {
  /** The last event that counts; null if none does. */
  readonly last: { readonly revision: number; readonly hash: string } | null;
  /** Kind of the finding at the place behind it. */
  readonly fault: string;
  /** True if the stream gets an event that says so. False if something is stored at that event's place. */
  readonly isMarked: boolean;
}

export interface RepairPlan {
  /**
   * - `unknown`: neither the store nor the tree knows the stream
   * - `whole`: nothing is to be done
   * - `ended`: the stream was ended earlier, and nothing else is to be done
   * - `repairable`: this plan opens the stream, or ends it if `end` is set
   * - `hindered`: the stream stays closed
   */
  readonly state: 'unknown' | 'whole' | 'ended' | 'repairable' | 'hindered';
  readonly findings: readonly Finding[];
  /** The genuine events up to the place at which they stop. */
  readonly events: readonly GenuineEvent[];
  readonly stop: ChainStop;
  readonly hindrance: Hindrance | undefined;
  /** Rows that are taken out. An event that is put back in the place of a row is not among them. */
  readonly removed: readonly StoredRow[];
  /** Events that are written, in their order. */
  readonly putBack: readonly GenuineEvent[];
  readonly end: EndOfStream | undefined;
  /** Events that this service wrote, and that do not count because the operator chose others. */
  readonly givenUp: readonly { readonly revision: number; readonly hash: string }[];
}

/**
 * Plans the repair of one stream. Pure. A trust stream is never ended: in such a stream, the mark of an end
 * would record the end of another stream. It continues in its next part instead.
 */
export function planRepair(facts: StreamFacts, choices: RepairChoices): RepairPlan {
  const { branch, chosen } = choices;
  const isChosen = (hash: string, rivals: readonly string[]): boolean => {
    if (branch !== undefined && hash.startsWith(branch)) return true;
    const over = chosen?.get(hash);
    return over !== undefined && rivals.every((rival) => over.has(rival));
  };
  const { events, stop } = withinEnd(genuineChain(facts, isChosen), choices.ended);
  const findings = findingsOf(facts, events, stop, choices);
  const givenUp = branch === undefined ? [] : givenUpFor(branch, facts, events);
  const seen = { findings, events, stop, givenUp };
  if (facts.rows.length + facts.traces.length + facts.leaves.length === 0)
    return { ...seen, ...NOTHING, state: 'unknown' };
  const again = endedAgain(facts, seen, choices);
  if (again !== undefined) return { ...seen, ...NOTHING, ...again };
  // Not even an end is planned: it would be final.
  if (isTreeLacking(facts, seen)) return { ...seen, ...NOTHING, hindrance: 'tree', state: 'hindered' };
  const possible = possibleIn(facts, seen, choices);
  if (possible.hindrance !== undefined)
    return choices.end && !facts.stream.startsWith(TRUST_PREFIX)
      ? { ...seen, ...possible, ...endBefore(possible.hindrance, facts, seen, choices), state: 'repairable' }
      : { ...seen, ...NOTHING, hindrance: possible.hindrance, state: 'hindered' };
  const isNothing = possible.removed.length + possible.putBack.length + givenUp.length === 0;
  if (!isNothing) return { ...seen, ...NOTHING, ...possible, state: 'repairable' };
  return { ...seen, ...NOTHING, state: stop.kind === 'ended' ? 'ended' : 'whole' };
}

type Seen = Pick<RepairPlan, 'findings' | 'events' | 'stop' | 'givenUp'>;

const NOTHING = { hindrance: undefined, removed: [], putBack: [], end: undefined } as const;

/**
 * Returns the chain of a stream that the operator ended earlier. The record of the end names the last event
 * that counts, so that event is lost if the chain does not have it.
 */
function withinEnd(chain: GenuineChain, ended: RepairChoices['ended']): GenuineChain {
  const last = ended?.last ?? undefined;
  const { events, stop } = chain;
  if (last === undefined || events[last.revision]?.hash === last.hash) return chain;
  if (stop.kind === 'lost' || stop.kind === 'forked') return chain;
  const revision = Math.min(events.length, last.revision);
  const hashes = revision === last.revision ? [last.hash] : [];
  return { events: events.slice(0, revision), stop: { kind: 'lost', revision, hashes } };
}

/**
 * Plans a stream that the operator ended earlier. If somebody took away the event that ends the stream, or put
 * events behind the end, the stream is ended there again. Returns undefined if something before the end is to
 * be done.
 */
function endedAgain(
  facts: StreamFacts,
  { events, stop, findings }: Seen,
  { ended, canRewrite }: RepairChoices,
): (Partial<RepairPlan> & Pick<RepairPlan, 'state'>) | undefined {
  const length = stop.kind === 'ended' ? stop.revision : lengthOf(ended);
  if (length === undefined || hasLost(events, ended)) return undefined;
  const isSound = findings.every(({ revision }) => revision >= length);
  // Events behind the end cannot be taken out, and keep the stream closed.
  if (!canRewrite && facts.rows.length > length)
    return isSound ? { state: 'ended', findings: [] } : undefined;
  const recorded = lengthOf(ended);
  if (recorded === undefined || (stop.kind === 'ended' && stop.revision <= recorded)) return undefined;
  const counted = events.slice(0, recorded);
  const possible = canRewrite
    ? rewriting(facts, counted, { kind: 'end', revision: recorded, hashes: [] })
    : appending(facts, counted, stop);
  const end = { last: ended?.last ?? null, fault: 'ended', isMarked: true };
  return { ...possible, hindrance: undefined, events: counted, end, state: 'repairable' };
}

/** Number of events that count in a stream that the operator ended; undefined if he did not. */
const lengthOf = (ended: RepairChoices['ended']): number | undefined =>
  ended === undefined ? undefined : (ended.last?.revision ?? -1) + 1;

/** True if an event before the end is lost too. The stream then needs a file, or an earlier end. */
function hasLost(events: readonly GenuineEvent[], ended: RepairChoices['ended']): boolean {
  const last = ended?.last ?? undefined;
  return last !== undefined && events[last.revision]?.hash !== last.hash;
}

/**
 * True if an event that would not count any more may be genuine, because the tree that would vouch for it has
 * missing or changed rows: one that a leaf with a MAC of its own names, or a whole event without a leaf.
 */
function isTreeLacking({ leaves, traces, isTreeWhole }: StreamFacts, { events, stop }: Seen): boolean {
  const isLeftOut = ({ revision, hash }: { readonly revision: number; readonly hash: string }): boolean =>
    events[revision]?.hash !== hash && (stop.kind !== 'ended' || revision < stop.revision);
  const isUnproven = ({ isNamed, isProven, isLossAccepted }: StreamFacts['leaves'][number]): boolean =>
    isNamed && !isProven && isLossAccepted !== true;
  if (leaves.some((leaf) => isUnproven(leaf) && isLeftOut(leaf))) return true;
  const isWhole = ({ origin, event, isMarked }: StreamFacts['traces'][number]): boolean =>
    origin.kind === 'stored' && event !== undefined && !isMarked;
  return !isTreeWhole && traces.some((trace) => isWhole(trace) && isLeftOut(trace));
}

const possibleIn = (facts: StreamFacts, { events, stop }: Seen, { canRewrite }: RepairChoices): Possible =>
  canRewrite ? rewriting(facts, events, stop) : appending(facts, events, stop);

function endBefore(
  hindrance: Hindrance,
  facts: StreamFacts,
  { events, findings }: Seen,
  { canRewrite }: RepairChoices,
): Pick<RepairPlan, 'end' | 'events'> {
  const kept = hindrance === 'store' ? inPlaceFromTheStart(facts, events) : events.length;
  const last = events[kept - 1];
  return {
    events: events.slice(0, kept),
    end: {
      last: last === undefined ? null : { revision: last.revision, hash: last.hash },
      fault: findings.find(({ revision }) => revision >= kept)?.kind ?? hindrance,
      isMarked: canRewrite || facts.rows.length <= kept,
    },
  };
}

type Possible = Pick<RepairPlan, 'hindrance' | 'removed' | 'putBack'>;

const hindranceOf = ({ kind }: ChainStop): Hindrance | undefined =>
  kind === 'lost' || kind === 'forked' ? kind : undefined;

/** In PostgreSQL every row that is no genuine event in its place goes, and every genuine event comes back. */
function rewriting(facts: StreamFacts, events: readonly GenuineEvent[], stop: ChainStop): Possible {
  const staying = new Set<StoredRow>();
  const isKept = (one: GenuineEvent): boolean => {
    const row = one.isInPlace && one.origin.kind === 'stored' ? facts.rows[one.origin.row] : undefined;
    if (row !== undefined) staying.add(row);
    return row !== undefined;
  };
  const putBack = events.filter((one) => !isKept(one));
  if (stop.kind === 'ended') keepMarker(facts, stop, staying);
  const removed = facts.rows.filter((row) => !staying.has(row));
  const receipted = isAnyReceipted(facts, removed, events);
  return { hindrance: hindranceOf(stop) ?? (receipted ? 'receipt' : undefined), removed, putBack };
}

function keepMarker({ rows, traces }: StreamFacts, stop: ChainStop, staying: Set<StoredRow>): void {
  for (const { origin, hash, revision } of traces) {
    const row = origin.kind === 'stored' ? rows[origin.row] : undefined;
    if (row !== undefined && revision === stop.revision && stop.hashes.includes(hash)) staying.add(row);
  }
}

/** True if somebody holds a receipt for exactly one of these events, and the event would be lost to the stream. */
function isAnyReceipted(
  facts: StreamFacts,
  removed: readonly StoredRow[],
  events: readonly GenuineEvent[],
): boolean {
  if (facts.receipted.size === 0) return false;
  const traces = tracesOfRows(facts);
  const kept = new Set(events.map(({ hash }) => hash));
  return removed.some((row) => {
    const { claimedHash } = row;
    const isFitting = traces.get(row)?.event !== undefined;
    return (
      claimedHash !== undefined && facts.receipted.has(claimedHash) && isFitting && !kept.has(claimedHash)
    );
  });
}

/** In EventStoreDB only the end can be written again. */
function appending(facts: StreamFacts, events: readonly GenuineEvent[], stop: ChainStop): Possible {
  const inPlace = inPlaceFromTheStart(facts, events);
  // The stored event may be of the branch that the operator chooses. Then nothing has to be taken out.
  if (stop.kind === 'forked' && inPlace === events.length)
    return { hindrance: 'forked', removed: [], putBack: [] };
  const stored = facts.rows.length - (stop.kind === 'ended' ? 1 : 0);
  if (stored > inPlace) return { hindrance: 'store', removed: [], putBack: [] };
  return { hindrance: hindranceOf(stop), removed: [], putBack: events.slice(inPlace) };
}

/** Number of events that are in their place, counted from the first one without a gap. */
function inPlaceFromTheStart({ rows }: StreamFacts, events: readonly GenuineEvent[]): number {
  const isThere = ({ isInPlace, origin, revision }: GenuineEvent): boolean =>
    isInPlace && origin.kind === 'stored' && rows[origin.row]?.event.revision === revision;
  const first = events.findIndex((event) => !isThere(event));
  return first < 0 ? events.length : first;
}

/** Returns the events that this service wrote, and that give way to the branch that the operator chose. */
function givenUpFor(
  branch: string,
  { traces, leaves }: StreamFacts,
  events: readonly GenuineEvent[],
): RepairPlan['givenUp'] {
  const own = [
    ...traces.filter(({ isMarked, origin }) => isMarked && origin.kind === 'stored'),
    ...leaves.filter(({ isProven }) => isProven),
  ];
  const others = own.filter(({ revision, hash }) => events[revision]?.hash !== hash);
  const from = events.find(
    ({ revision, hash }) => hash.startsWith(branch) && others.some((other) => other.revision === revision),
  )?.revision;
  if (from === undefined) return [];
  const found = new Map(others.map(({ revision, hash }) => [hash, { revision, hash }]));
  return [...found.values()].filter(({ revision }) => revision >= from);
}
