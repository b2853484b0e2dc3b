import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf, ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { Clock } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { destroySubject, type ErasureParts } from '../vault/erasure.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import type { JobHandler, JobRequest } from '../platform/jobs/job.js';

const TASK = 'erase-key';

/**
 * An erasure is owed from `NdaErased` on, and done when the key is destroyed and its receipt recorded
 * (rule:erasure-destroys-the-key).
 */
export class KeyEraser {
  constructor(
    private readonly commands: Commands,
    private readonly vault: ErasureParts,
    private readonly clock: Clock,
  ) {}

  /** Safe to repeat. An NDA that was not erased is left alone. */
  async erase(ndaId: string): Promise<void> {
    const { state } = await this.commands.state(ndaDecider, ndaId);
    if (state.erasedAt === null) return;
    const receipt = await destroySubject(this.vault, ndaStream(ndaId));
    if (state.keyDestroyedAt !== null) return;
    const context = systemContext(this.clock, derivedId('erase-key', ndaId));
    await this.commands.run(ndaDecider, ndaId, { type: 'RecordKeyDestroyed', ...receipt }, context);
  }
}

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

export const eraseKeyJob = (eraser: KeyEraser): JobHandler => ({
  task: TASK,
  run: (payload) => eraser.erase(String(payload.ndaId)),
});
