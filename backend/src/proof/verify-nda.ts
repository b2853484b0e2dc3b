import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import type { Pool } from 'pg';
import type { EventStore, UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { BEGINNING, chainOnly, type EventChecker, type Link } from '../eventsourcing/trust/authenticate.js';
import { chunkedWithYield } from '../platform/async/chunked-with-yield.js';
import { verifyStatement } from '../vault/receipts.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import { UNCHECKED_NAMES } from './leaf-seals.js';
import { type Leaf, type LeafNames, leavesOfStream, leavesWith, type NamedLeaf } from './leaves.js';
import { provesInclusion } from './merkle-tree.js';
import { newestCheckpoint, type SignedCheckpoint } from './signed-checkpoints.js';
import { inclusionProofs, TreeIncomplete } from './stored-tree.js';
import {
  type BrokenPlace,
  type CheckedEvents,
  hashOf,
  placesIn,
  type StreamPlaces,
} from './verify-stream.js';

/**
 * Maximum number of leaves that are read of one stream. It is far above the number of events of any
 * agreement.
 */
const LEAVES_MAX = 100_000;
/** Number of events that are verified without a pause. Hashing them takes a few milliseconds. */
const EVENTS_PER_CHUNK = 100;

export interface StreamVerdict {
  readonly events: number;
  readonly checkpoints: number;
  readonly firstBroken: BrokenPlace | null;
}

export interface VerifyingParts {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'readStream'>;
  readonly publicKeys: () => Promise<readonly PublicKeyRecord[]>;
  /** Checks each event. By default without APPEND_KEY, so an event that somebody forged may pass. */
  readonly checker?: EventChecker | undefined;
  /**
   * Checks the names in the rows of leaves. By default without APPEND_KEY, so somebody may have renamed a
   * leaf.
   */
  readonly names?: LeafNames | undefined;
  /** By default no place is accepted. */
  readonly isAccepted?: Accepts | undefined;
}

/** A stream as stored, with its leaves and its broken places. */
interface ComparedStream extends StreamPlaces {
  readonly events: number;
  readonly leaves: readonly NamedLeaf[];
}

/**
 * Verifies one stream in a single pass (rule:log-is-verified): chain, leaves, and each leaf's proof in the
 * newest checkpoint. Returns undefined if the stream never existed.
 * @throws EventStoreUnavailable
 */
export async function verifyOneStream(
  parts: VerifyingParts,
  stream: string,
): Promise<StreamVerdict | undefined> {
  const { pool, publicKeys } = parts;
  // The checkpoint is read before the leaves and the stream. All leaves and events that the checkpoint covers
  // therefore already exist, even if other events are appended between these reads.
  const checkpoint = await newestCheckpoint(pool);
  const { events, leaves, places } = await compareStream(parts, stream);
  if (events === 0 && leaves.length === 0) return undefined;
  const broken = places[0] ?? (checkpoint && (await unproven(pool, leaves, checkpoint, await publicKeys())));
  return {
    events,
    checkpoints: checkpoint === undefined ? 0 : 1,
    firstBroken: broken ?? null,
  };
}

/** Compares a stream with its chain and its leaves, and returns its broken places. @throws EventStoreUnavailable */
export async function compareStream(
  {
    pool,
    store,
    checker = chainOnly,
    names = UNCHECKED_NAMES,
    isAccepted,
  }: Omit<VerifyingParts, 'publicKeys'>,
  stream: string,
): Promise<ComparedStream> {
  const ofStream = await leavesOfStream(pool, stream, 0, LEAVES_MAX);
  const events = await store.readStream(stream);
  const withHash = await leavesWith(pool, events.flatMap((event) => hashOf(event) ?? []).filter(isHex));
  const named = new Map(withHash.filter((leaf) => names.isNamed(leaf)).map((leaf) => [leaf.eventHash, leaf]));
  const leaves = [
    ...ofStream.filter((leaf) => names.isNamed(leaf)),
    ...renamedAmong(
      withHash.filter((leaf) => !names.isNamed(leaf)),
      events,
    ),
  ];
  const expected = { leaves, leafWith: (hash: string) => named.get(hash) };
  const ofEvents = await checkedEvents(events, checker);
  const found = placesIn({ stream, events, expected, ofEvents, isAccepted });
  return { ...found, events: events.length, leaves };
}

/**
 * Returns leaves that somebody renamed, with the names of the events that have their hashes. The hash of an
 * event covers its stream and revision. The rows are the tree's fault, not that of the stream.
 */
function renamedAmong(leaves: readonly Leaf[], events: readonly UntrustedEvent[]): readonly NamedLeaf[] {
  const byHash = new Map(leaves.map((leaf) => [leaf.eventHash, leaf]));
  return events.flatMap((event) => {
    const leaf = byHash.get(hashOf(event) ?? '');
    return leaf === undefined ? [] : [{ ...leaf, stream: event.stream, revision: event.revision }];
  });
}

/** Checks the events with pauses, so that a long stream does not block the event loop. */
export async function checkedEvents(
  events: readonly UntrustedEvent[],
  checker: EventChecker,
): Promise<CheckedEvents> {
  let last: Link = BEGINNING;
  for await (const part of chunkedWithYield(events, EVENTS_PER_CHUNK))
    for (const event of part) {
      const found = event.stream === events[0]?.stream ? checker.next(event, last) : 'revision';
      const result = found instanceof Promise ? await found : found;
      if (typeof result === 'string')
        return { intact: false, fault: result, revision: event.revision, eventId: event.id };
      last = result;
    }
  return { intact: true };
}

const isHex = (hash: string): boolean => /^[0-9a-f]{64}$/.test(hash);

async function unproven(
  pool: Pool,
  leaves: readonly NamedLeaf[],
  checkpoint: SignedCheckpoint,
  keys: readonly PublicKeyRecord[],
): Promise<BrokenPlace | undefined> {
  const { signature, ...statement } = checkpoint;
  const key = keys.find(({ keyId }) => keyId === checkpoint.keyId);
  if (!verifyStatement(statement, signature, key))
    return {
      stream: null,
      revision: null,
      kind: 'bad_signature',
      detail: `no known key signed the checkpoint over ${checkpoint.size} leaves`,
    };
  const covered = leaves.filter(({ place }) => place < checkpoint.size);
  for await (const part of chunkedWithYield(covered)) {
    const first = await firstUnproven(pool, part, checkpoint);
    if (first !== undefined)
      return {
        stream: first.stream,
        revision: first.revision,
        kind: 'checkpoint_mismatch',
        detail: `its proof does not lead to the checkpoint over ${checkpoint.size} leaves`,
      };
  }
  return undefined;
}

async function firstUnproven(
  pool: Pool,
  leaves: readonly NamedLeaf[],
  { size, root }: SignedCheckpoint,
): Promise<NamedLeaf | undefined> {
  const places = leaves.map(({ place }) => place);
  const proofs = await inclusionProofs(pool, places, size).catch((error: unknown) => {
    if (error instanceof TreeIncomplete) return [];
    throw error;
  });
  return leaves.find(
    ({ place, eventHash }, n) =>
      !provesInclusion({
        entry: Buffer.from(eventHash, 'hex'),
        place,
        size,
        root: Buffer.from(root, 'hex'),
        proof: proofs[n] ?? [],
      }),
  );
}
