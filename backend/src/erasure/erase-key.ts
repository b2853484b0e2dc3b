import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf, ndaStream } from '../nda/nda.events.js';
import { lenientNdaDecider } from '../nda/nda.decider.js';
import type { Clock } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { type DestructionReceipt, destroySubject, type ErasureParts } from '../vault/erasure.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import type { JobHandler, JobRequest } from '../platform/jobs/job.js';
import type { ErasureList, ListedErasure } from './erasure-list.js';

const TASK = 'erase-key';

export interface EraserParts extends ErasureParts {
  readonly commands: Commands;
  readonly clock: Clock;
  readonly list: Pick<ErasureList, 'note'>;
}

/**
 * An erasure is owed from `NdaErased` on, and done when the key is destroyed and its receipt recorded
 * (rule:erasure-destroys-the-key). It stands in the list before it is recorded. That an event of a later version
 * is in the stream keeps no key.
 */
export class KeyEraser {
  constructor(private readonly parts: EraserParts) {}

  /** Safe to repeat. An NDA that was not erased is left alone. */
  async erase(ndaId: string): Promise<void> {
    const { state, events } = await this.parts.commands.state(lenientNdaDecider, ndaId);
    if (state.erasedAt === null) return;
    const receipt = await destroySubject(this.parts, ndaStream(ndaId));
    if (state.keyDestroyedAt !== null) return;
    await this.parts.list.note([{ stream: ndaStream(ndaId), ...receipt }]);
    await this.record(ndaId, receipt, erasureIn(events));
  }

  /**
   * The same for one that is on the list, where database or log may have been put back to before it: what is
   * missing of it is done again, with the receipt of the first time.
   */
  async eraseAgain({ stream, ...receipt }: ListedErasure): Promise<void> {
    const ndaId = ndaIdOf(stream);
    const { state, revision, events } = await this.parts.commands.state(lenientNdaDecider, ndaId);
    const isKnown = revision >= 0;
    let erasure = erasureIn(events);
    if (isKnown && state.erasedAt === null) {
      const context = systemContext(this.parts.clock, derivedId('erase-again', ndaId, receipt.destroyedAt));
      const again = { type: 'EraseNda', reason: 'restored' } as const;
      const recorded = await this.parts.commands.run(lenientNdaDecider, ndaId, again, context);
      erasure = erasureIn(recorded.events);
    }
    await destroySubject(this.parts, stream, receipt.destroyedAt);
    if (isKnown && state.keyDestroyedAt === null) await this.record(ndaId, receipt, erasure);
  }

  /** @param causedBy id of the erasure, where it is known */
  private async record(ndaId: string, receipt: DestructionReceipt, causedBy: string | null): Promise<void> {
    const context = systemContext(this.parts.clock, derivedId('erase-key', ndaId), { causedBy });
    await this.parts.commands.run(
      lenientNdaDecider,
      ndaId,
      { type: 'RecordKeyDestroyed', ...receipt },
      context,
    );
  }
}

/** Id of the event by which an NDA was erased. */
const erasureIn = (events: readonly Pick<Recorded<NdaEvent>, 'id' | 'type'>[]): string | null =>
  events.findLast(({ type }) => type === 'NdaErased')?.id ?? null;

/**
 * Whether it can be told that a key's time is over: an event of a later version may have prolonged it. What was
 * destroyed before is destroyed again whatever else is in the stream.
 */
export const isUnderstood = (
  { keyDestroyedAt }: { readonly keyDestroyedAt: string | null },
  events: readonly { readonly unknown: boolean }[],
): boolean => keyDestroyedAt !== null || !events.some(({ unknown }) => unknown);

/** One job at a time for each NDA, whoever asks for it. */
export const eraseKeyRequest = (ndaId: string): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { ndaId },
  key: `erase:${ndaStream(ndaId)}`,
});

export const eraseKeyWhenNdaErased: Reaction<NdaEvent> = {
  name: 'erase-key-when-nda-erased',
  streamPrefix: NDA_STREAM_PREFIX,
  react: (event): readonly JobRequest[] =>
    event.type === 'NdaErased' ? [eraseKeyRequest(ndaIdOf(event.stream))] : [],
};

export const eraseKeyJob = (eraser: Pick<KeyEraser, 'erase'>): JobHandler => ({
  task: TASK,
  run: (payload) => eraser.erase(String(payload.ndaId)),
});
