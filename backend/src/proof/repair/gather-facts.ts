import type { StoredLog, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../../eventsourcing/journal/chain.js';
import { chunkedWithYield } from '../../platform/async/chunked-with-yield.js';
import { type AppendKeys, keyNameOf } from '../../eventsourcing/trust/append-keys.js';
import type { Accepts } from '../../eventsourcing/trust/closed-streams.js';
import type { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import type { OfferedEvent } from './event-file.js';
import { IS_HASH } from '../leaves.js';
import type { ProvenLeaves } from './proven-leaves.js';
import type { KnownLeaf, StoredRow, StreamFacts, Trace } from './stream-facts.js';
import { traceOf } from './traces.js';

/** Number of rows that are checked between two pauses. */
const ROWS_PER_CHUNK = 500;

export interface FactParts {
  /** Reads the store, never a memory. */
  readonly log: Pick<StoredLog, 'readStream'>;
  readonly authenticator: Pick<Authenticator, 'alone'>;
  readonly keys: Pick<AppendKeys, 'hasMade' | 'markOf'>;
  readonly leaves: Pick<ProvenLeaves, 'of' | 'elsewhere' | 'isTreeWhole'>;
  /** True for a loss that the operator accepted at an adoption. */
  readonly accepts: Accepts;
}

/** Evidence about a stream from the operator's files. */
export interface Offered {
  readonly events: readonly OfferedEvent[];
  readonly receipted: ReadonlySet<string>;
}

/**
 * Number of revisions without an event in place that are tried for a row without a leaf. Only events of the
 * last seconds have no leaf yet, so this is far more than needed. It bounds the work that rows of others cause.
 */
const TRIED = 50;

/** Reads everything from which the repair of a stream is planned. @throws EventStoreUnavailable */
export async function gatherFacts(parts: FactParts, stream: string, offered: Offered): Promise<StreamFacts> {
  const stored = await parts.log.readStream(stream);
  const known = await parts.leaves.of(stream);
  const revisionsOf = revisionsByHash(known);
  const rows: StoredRow[] = [];
  for await (const part of chunkedWithYield(stored, ROWS_PER_CHUNK))
    for (const event of part) rows.push(await rowOf(parts, event, revisionsOf));
  const isHere = (row: StoredRow): boolean => isInPlace(row, stream);
  const free = freeRevisions(new Set(rows.filter(isHere).map(({ event }) => event.revision)));
  const traces: Trace[] = [];
  for await (const part of chunkedWithYield([...rows.entries()], ROWS_PER_CHUNK))
    for (const [index, row] of part) {
      const { claimedHash = '' } = row;
      // A row whose bytes are those of its place belongs to no other one.
      const others = isHere(row) ? [] : [...(revisionsOf.get(claimedHash) ?? []), ...free];
      const trace = traceOfRow(parts, stream, { row, index }, others);
      if (trace !== undefined) traces.push(trace);
    }
  const leaves = withLosses(parts, stream, known, traces);
  const unvouched = unvouchedIn(traces, leaves);
  const strange = rows.flatMap(({ claimedHash, fault }) => (fault === undefined ? [] : (claimedHash ?? [])));
  return {
    stream,
    rows,
    traces: [...traces, ...offered.events.flatMap((event) => traceOfFile(parts, event) ?? [])],
    leaves,
    isTreeWhole: unvouched.length === 0 || (await parts.leaves.isTreeWhole(unvouched)),
    elsewhere: await parts.leaves.elsewhere(stream, strange),
    receipted: offered.receipted,
  };
}

/**
 * Marks the leaves of lost events whose loss the operator accepted. The leaf of an event that is stored all the
 * same stays as it is.
 */
function withLosses(
  { accepts }: FactParts,
  stream: string,
  leaves: readonly KnownLeaf[],
  traces: readonly Trace[],
): readonly KnownLeaf[] {
  const stored = new Set(traces.flatMap(({ event, hash }) => (event === undefined ? [] : [hash])));
  return leaves.map((leaf) =>
    !stored.has(leaf.hash) && accepts(stream, leaf.revision, 'missing', leaf.hash)
      ? { ...leaf, isProven: false, isLossAccepted: true }
      : leaf,
  );
}

/** Returns the hashes of the whole events for which neither a MAC nor a leaf vouches. */
function unvouchedIn(traces: readonly Trace[], leaves: readonly KnownLeaf[]): readonly string[] {
  const proven = new Set(leaves.flatMap(({ isProven, hash }) => (isProven ? [hash] : [])));
  return traces.flatMap(({ event, hash, isMarked, isInPlace }) =>
    event === undefined || isMarked || isInPlace || proven.has(hash) ? [] : [hash],
  );
}

type Revisions = ReadonlyMap<string, readonly number[]>;

/** Revisions at which the tree has a leaf of an event, by the event's hash. */
function revisionsByHash(leaves: readonly KnownLeaf[]): Revisions {
  const found = new Map<string, number[]>();
  for (const { hash, revision } of leaves) {
    const others = found.get(hash);
    if (others === undefined) found.set(hash, [revision]);
    else if (others.length < TRIED) others.push(revision);
  }
  return found;
}

/** Returns the first revisions at which no event is in its place. */
function freeRevisions(filled: ReadonlySet<number>): readonly number[] {
  const found: number[] = [];
  for (let revision = 0; found.length < TRIED; revision += 1) if (!filled.has(revision)) found.push(revision);
  return found;
}

const isInPlace = ({ event, fault }: StoredRow, stream: string): boolean =>
  (fault === undefined || fault === 'ended') && event.stream === stream;

async function rowOf(
  { authenticator }: FactParts,
  event: UntrustedEvent,
  leaves: Revisions,
): Promise<StoredRow> {
  const metadata = metadataOf(event);
  // Without a MAC an event counts only if it was adopted, and every adopted event has a leaf.
  const mayCount = metadata === undefined || metadata.mac !== undefined || leaves.has(metadata.hash);
  const result = mayCount ? await authenticator.alone(event) : 'mac';
  return {
    event,
    // Anyone who writes rows chooses this text, and the record of the repair repeats it.
    claimedHash: metadata !== undefined && IS_HASH.test(metadata.hash) ? metadata.hash : undefined,
    keyName: typeof metadata?.mac === 'string' ? keyNameOf(metadata.mac) : undefined,
    fault: typeof result === 'string' ? result : undefined,
  };
}

function traceOfRow(
  { keys }: FactParts,
  stream: string,
  { row, index }: { readonly row: StoredRow; readonly index: number },
  revisions: readonly number[],
): Trace | undefined {
  const { revision, position, id, type, data, metadata } = row.event;
  const number = Number(position);
  return traceOf(
    {
      stream,
      revision,
      event: { id, type, data, metadata },
      origin: { kind: 'stored', row: index },
      position: Number.isSafeInteger(number) ? number : undefined,
      isInPlace: isInPlace(row, stream),
    },
    revisions,
    keys,
  );
}

function traceOfFile({ keys }: FactParts, offered: OfferedEvent): Trace | undefined {
  const { stream, revision, id, type, data, metadata, file, position } = offered;
  const event = { id, type, data, metadata };
  const origin = { kind: 'offered', file } as const;
  return traceOf({ stream, revision, event, origin, position, isInPlace: false }, [], keys);
}
