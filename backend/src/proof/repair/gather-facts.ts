import type { StoredLog, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../../eventsourcing/journal/chain.js';
import { type AppendKeys, keyNameOf } from '../../eventsourcing/trust/append-keys.js';
import type { Authenticator } from '../../eventsourcing/trust/authenticate.js';
import type { OfferedEvent } from './event-file.js';
import { IS_HASH } from '../leaves.js';
import type { ProvenLeaves } from './proven-leaves.js';
import type { KnownLeaf, StoredRow, StreamFacts, Trace } from './stream-facts.js';
import { traceOf } from './traces.js';

export interface FactParts {
  /** Reads the store, never a memory. */
  readonly log: Pick<StoredLog, 'readStream'>;
  readonly authenticator: Pick<Authenticator, 'alone'>;
  readonly keys: Pick<AppendKeys, 'hasMade' | 'markOf'>;
  readonly leaves: Pick<ProvenLeaves, 'of' | 'elsewhere'>;
}

/** Evidence about a stream from the operator's files. */
export interface Offered {
  readonly events: readonly OfferedEvent[];
  readonly receipted: ReadonlySet<string>;
}

/** Reads everything from which the repair of a stream is planned. @throws EventStoreUnavailable */
export async function gatherFacts(parts: FactParts, stream: string, offered: Offered): Promise<StreamFacts> {
  const stored = await parts.log.readStream(stream);
  const rows = await Promise.all(stored.map((event) => rowOf(parts, event)));
  const leaves = await parts.leaves.of(stream);
  const revisions = revisionsOf(stored, leaves);
  const traces = rows.flatMap((row, index) => traceOfRow(parts, stream, { row, index }, revisions) ?? []);
  const strange = rows.flatMap(({ claimedHash, fault }) => (fault === undefined ? [] : (claimedHash ?? [])));
  return {
    stream,
    rows,
    traces: [...traces, ...offered.events.flatMap((event) => traceOfFile(parts, event) ?? [])],
    leaves,
    elsewhere: await parts.leaves.elsewhere(stream, strange),
    receipted: offered.receipted,
  };
}

async function rowOf({ authenticator }: FactParts, event: UntrustedEvent): Promise<StoredRow> {
  const metadata = metadataOf(event);
  const result = await authenticator.alone(event);
  return {
    event,
    // Anyone who writes rows chooses this text, and the record of the repair repeats it.
    claimedHash: metadata !== undefined && IS_HASH.test(metadata.hash) ? metadata.hash : undefined,
    keyName: typeof metadata?.mac === 'string' ? keyNameOf(metadata.mac) : undefined,
    fault: typeof result === 'string' ? result : undefined,
  };
}

/**
 * Returns the revisions at which the stream may have events. Their number is limited by what is stored, because
 * a leaf is a row, and its revision may be any number.
 */
function revisionsOf(stored: readonly UntrustedEvent[], leaves: readonly KnownLeaf[]): readonly number[] {
  const last = leaves.reduce((most, { revision }) => Math.max(most, revision), stored.length);
  const most = Math.min(last, stored.length + leaves.length);
  return Array.from({ length: most + 1 }, (_, revision) => revision);
}

function traceOfRow(
  { keys }: FactParts,
  stream: string,
  { row, index }: { readonly row: StoredRow; readonly index: number },
  revisions: readonly number[],
): Trace | undefined {
  const { event, fault } = row;
  const { revision, position, id, type, data, metadata } = event;
  const isInPlace = (fault === undefined || fault === 'ended') && event.stream === stream;
  const number = Number(position);
  return traceOf(
    {
      stream,
      revision,
      event: { id, type, data, metadata },
      origin: { kind: 'stored', row: index },
      position: Number.isSafeInteger(number) ? number : undefined,
      isInPlace,
    },
    // A row whose bytes are those of its place belongs to no other one.
    isInPlace ? [] : revisions,
    keys,
  );
}

function traceOfFile({ keys }: FactParts, offered: OfferedEvent): Trace | undefined {
  const { stream, revision, id, type, data, metadata, file, position } = offered;
  const event = { id, type, data, metadata };
  const origin = { kind: 'offered', file } as const;
  return traceOf({ stream, revision, event, origin, position, isInPlace: false }, [], keys);
}
