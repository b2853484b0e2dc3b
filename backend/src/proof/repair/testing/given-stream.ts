import type { EventBytes, Position, UntrustedEvent } from '../../../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../../../eventsourcing/journal/chain.js';
import { encodeMetadata, parseMetadata } from '../../../eventsourcing/journal/event-encoding.js';
import { Authenticator } from '../../../eventsourcing/trust/authenticate.js';
import { keyNameOf } from '../../../eventsourcing/trust/append-keys.js';
import { marked } from '../../../eventsourcing/trust/testing/marked.js';
import { TEST_KEYS } from '../../../eventsourcing/trust/testing/test-trust.js';
import type { KnownLeaf, StreamFacts, StreamPlace } from '../stream-facts.js';
import { traceOf } from '../traces.js';

export const STREAM = 'nda-00000000-0000-4000-8000-000000000001';

const idOf = (branch: string, revision: number): string =>
  `00000000-0000-4000-8000-${Buffer.from(branch).toString('hex').padStart(4, '0').slice(0, 4)}${String(revision).padStart(8, '0')}`;

/** An event with its place, as the service wrote it. */
export type GivenEvent = EventBytes & {
  readonly stream: string;
  readonly revision: number;
  readonly hash: string;
};

/**
 * Returns events as the service wrote them.
 * @param after the event that they follow; by default they begin the stream
 * @param branch tells the events of two branches apart
 */
export function written(
  length: number,
  { stream = STREAM, after, branch = 'a' }: { stream?: string; after?: GivenEvent; branch?: string } = {},
): GivenEvent[] {
  const first = after === undefined ? 0 : after.revision + 1;
  const events = Array.from({ length }, (_, n) => ({
    stream,
    revision: first + n,
    id: idOf(branch, first + n),
    type: 'NoteTaken.v1',
    data: Buffer.from(JSON.stringify({ open: { branch, n } })),
  }));
  return marked(events, after === undefined ? {} : { previousHash: after.hash }).map((event) => ({
    ...event,
    hash: parseMetadata(event).hash,
  }));
}

/** The event as the store would have it. Its position is ten times its revision, unless it is given. */
export const stored = (
  event: GivenEvent,
  changes: Partial<Omit<UntrustedEvent, 'position'>> & { readonly position?: number } = {},
): UntrustedEvent => {
  const { stream, revision, id, type, data, metadata } = event;
  const { position = 10 * (revision + 1), ...others } = changes;
  return { stream, revision, id, type, data, metadata, ...others, position: String(position) as Position };
};

export const withoutMac = (event: GivenEvent): GivenEvent => ({
  ...event,
  metadata: encodeMetadata({ ...parseMetadata(event), mac: undefined }),
});

export const leafOf = (event: GivenEvent, place: number, isProven = true): KnownLeaf => ({
  revision: event.revision,
  hash: event.hash,
  place,
  isProven,
  isNamed: isProven,
});

export interface Given {
  readonly rows: readonly UntrustedEvent[];
  /** Events of a file. */
  readonly offered?: readonly GivenEvent[];
  readonly leaves?: readonly KnownLeaf[];
  readonly elsewhere?: ReadonlyMap<string, StreamPlace>;
  readonly receipted?: readonly string[];
  readonly isTreeWhole?: boolean;
}

/** Returns the facts about a stream of the store, as they would be read. */
export async function facts({
  rows,
  offered = [],
  leaves = [],
  elsewhere,
  receipted = [],
  isTreeWhole = true,
}: Given): Promise<StreamFacts> {
  const proven = leaves.filter(({ isProven }) => isProven);
  // Only in tests of this folder: a leaf makes an event without a MAC authentic, as an adopted leaf does.
  const hashes = proven.reduce<string[]>(
    (found, { revision, hash }) => Object.assign(found, { [revision]: hash }),
    [],
  );
  const authenticator = new Authenticator(TEST_KEYS, { hashesOf: async () => hashes });
  const revisions = Array.from({ length: 12 }, (_, revision) => revision);
  const found = await Promise.all(
    rows.map(async (event) => {
      const result = await authenticator.alone(event);
      const metadata = metadataOf(event);
      const fault = typeof result === 'string' ? result : undefined;
      const keyName = typeof metadata?.mac === 'string' ? keyNameOf(metadata.mac) : undefined;
      return { event, claimedHash: metadata?.hash, keyName, fault };
    }),
  );
  const traces = found.flatMap(({ event, fault }, row) => {
    const { stream: _, revision, position, ...bytes } = event;
    const isInPlace = fault === undefined || fault === 'ended';
    const origin = { kind: 'stored', row } as const;
    const from = { stream: STREAM, revision, event: bytes, origin, position: Number(position), isInPlace };
    return traceOf(from, revisions, TEST_KEYS) ?? [];
  });
  const fromFile = offered.flatMap((one) => {
    const { stream, revision, hash: _, ...event } = one;
    const origin = { kind: 'offered', file: 'a file' } as const;
    return (
      traceOf({ stream, revision, event, origin, position: undefined, isInPlace: false }, [], TEST_KEYS) ?? []
    );
  });
  return {
    stream: STREAM,
    rows: found,
    traces: [...traces, ...fromFile],
    leaves,
    isTreeWhole,
    elsewhere: elsewhere ?? new Map(),
    receipted: new Set(receipted),
  };
}
