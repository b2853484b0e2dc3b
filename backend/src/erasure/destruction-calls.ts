import { recordsOf } from '../closed-streams/records.js';
import type { UntrustedPlace } from '../eventsourcing/trust/authenticate.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { NDA_STREAM_PREFIX, type NdaEvent } from '../nda/nda.events.js';
import type { CallingEvent } from '../vault/erasure.js';
import { VOUCHER_STREAM_PREFIX, type VoucherEvent } from '../voucher/voucher.events.js';
import { WITHDRAWAL_STREAM_PREFIX, type WithdrawalEvent } from '../withdrawals/model/withdrawal.events.js';

/**
 * The only event types that call for the destruction of a key (rule:erasure-destroys-the-key). They include
 * the events that record a destruction. In earlier versions a destruction could become due by the passage of
 * time alone, so a log of an earlier version may contain no other event that calls for it.
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

export interface DestructionCall extends CallingEvent {
  readonly at: string;
  readonly correlationId: string;
}

/** The state of a stream's key, as the stream's own events describe it. */
export interface KeyInStream {
  readonly isThere: boolean;
  /** Id of the key that sealed the stream's events; empty if there was none. */
  readonly keyId: string;
  /** The first event that calls for the key's destruction. */
  readonly call: DestructionCall | undefined;
  /** The time at which the key was destroyed, as recorded. */
  readonly keyDestroyedAt: string | null;
  /** False if the stream has an event of a later version. Such an event may have prolonged the retention. */
  readonly isUnderstood: boolean;
  /** The place from which on the stream does not count; undefined for a stream that counts as a whole. */
  readonly untrusted?: UntrustedPlace | undefined;
  /**
   * True if the operator ended the stream. Then the records about the stream may call for the destruction, and
   * have the receipt.
   */
  readonly isEnded?: boolean;
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

/** Reads what the stream says about its key, without opening anything. @throws EventStoreUnavailable */
export async function readKeyIn(
  { log, journal }: { readonly log: Pick<TrustedLog, 'load'>; readonly journal: Pick<Journal, 'decode'> },
  stream: string,
): Promise<KeyInStream> {
  const { events, untrusted } = await log.load(stream);
  const key = { ...keyIn(events.map((event) => journal.decode(event))), untrusted };
  if (untrusted === undefined) return key;
  const { ended, keyCall, keyDestroyedAt } = (await recordsOf({ log, journal }, stream)).state;
  if (ended === null) return key;
  return {
    ...key,
    isEnded: true,
    isThere: key.isThere || keyCall !== null,
    call: key.call ?? keyCall ?? undefined,
    keyDestroyedAt: key.keyDestroyedAt ?? keyDestroyedAt,
  };
}

/** Returns a function that is true for a stream whose key is destroyed, and of which that is recorded. */
export const destroyedKeysIn =
  (parts: Parameters<typeof readKeyIn>[0]) =>
  async (stream: string): Promise<boolean> =>
    (await readKeyIn(parts, stream)).keyDestroyedAt !== null;
