import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { NDA_STREAM_PREFIX, type NdaEvent } from '../nda/nda.events.js';
import type { CallingEvent } from '../vault/erasure.js';
import { VOUCHER_STREAM_PREFIX, type VoucherEvent } from '../voucher/voucher.events.js';
import { WITHDRAWAL_STREAM_PREFIX, type WithdrawalEvent } from '../withdrawals/model/withdrawal.events.js';

/**
 * What calls for the destruction of a key, and nothing else does (rule:erasure-destroys-the-key). That it was
 * destroyed is among it: logs from before have nothing else where time alone called for it.
 */
const CALLING: Readonly<Record<string, readonly string[]>> = {
  [NDA_STREAM_PREFIX]: ['NdaErased', 'NdaKeyDestroyed'] satisfies NdaEvent['type'][],
  [VOUCHER_STREAM_PREFIX]: [
    'VoucherDeleted',
    'VoucherKeyDestructionDue',
    'VoucherKeyDestroyed',
  ] satisfies VoucherEvent['type'][],
  [WITHDRAWAL_STREAM_PREFIX]: [
    'WithdrawalKeyDestructionDue',
    'WithdrawalKeyDestroyed',
  ] satisfies WithdrawalEvent['type'][],
};

type Destroyed = Extract<NdaEvent | VoucherEvent | WithdrawalEvent, { type: `${string}KeyDestroyed` }>;
const DESTROYED: readonly string[] = [
  'NdaKeyDestroyed',
  'VoucherKeyDestroyed',
  'WithdrawalKeyDestroyed',
] satisfies Destroyed['type'][];

export interface Call extends CallingEvent {
  readonly at: string;
  readonly correlationId: string;
}

/** What a stream says of its key. */
export interface KeyInStream {
  readonly isThere: boolean;
  /** Of the key with which its events were sealed; empty where none was. */
  readonly keyId: string;
  /** The first event that calls for its destruction. */
  readonly call: Call | undefined;
  /** As it was recorded. */
  readonly keyDestroyedAt: string | null;
  /** False where an event is of a later version: it may have prolonged the time of what time alone makes due. */
  readonly isUnderstood: boolean;
}

export function keyIn(events: readonly Recorded[]): KeyInStream {
  const call = events.find(({ stream, type, unknown }) => !unknown && callsFor(stream, type));
  return {
    isThere: events.length > 0,
    keyId: events.find(({ unknown, sealed }) => !unknown && sealed !== undefined)?.sealed?.keyId ?? '',
    call: call && {
      eventId: call.id,
      eventHash: call.hash,
      at: call.at,
      correlationId: call.correlationId,
    },
    keyDestroyedAt: events.flatMap(destructionIn)[0] ?? null,
    isUnderstood: !events.some(({ unknown }) => unknown),
  };
}

const destructionIn = (event: Recorded): readonly string[] => {
  const { type, open, unknown } = event as Recorded<Destroyed>;
  return !unknown && DESTROYED.includes(type) ? [open.destroyedAt] : [];
};

const callsFor = (stream: string, type: string): boolean =>
  Object.entries(CALLING).some(([prefix, types]) => stream.startsWith(prefix) && types.includes(type));

/** As it stands in the log; opens nothing. @throws EventStoreUnavailable */
export async function readKeyIn(
  {
    store,
    journal,
  }: { readonly store: Pick<EventStore, 'readStream'>; readonly journal: Pick<Journal, 'decode'> },
  stream: string,
): Promise<KeyInStream> {
  const stored = await store.readStream(stream);
  return keyIn(stored.map((event) => journal.decode(event)));
}
