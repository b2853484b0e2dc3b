import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf, ndaStream } from '../nda/nda.events.js';
import { ndaModel } from '../nda/nda.model.js';
import type { Clock } from '../platform/clock.js';
import { derivedId, newId } from '../platform/ids.js';
import type { CommandRunner } from '../platform/journal/command-runner.js';
import { destroySubject, type ErasureParts } from '../platform/vault/erasure.js';
import type { JobHandler, JobRequest, Reaction } from '../platform/reactions/reaction.js';

const TASK = 'erase-key';

/** An erasure is owed from `NdaErased` on, and done when the key is destroyed and its receipt recorded (decisions 18). */
export class KeyEraser {
  constructor(
    private readonly commands: CommandRunner,
    private readonly vault: ErasureParts,
    private readonly clock: Clock,
  ) {}

  /** Safe to repeat. An NDA that was not erased is left alone. */
  async erase(ndaId: string): Promise<void> {
    const { state } = await this.commands.state(ndaModel, ndaId);
    if (state.erasedAt === null) return;
    const receipt = await destroySubject(this.vault, ndaStream(ndaId));
    if (state.keyDestroyedAt !== null) return;
    const context = {
      commandId: derivedId('erase-key', ndaId),
      correlationId: newId(),
      causedBy: null,
      actor: 'system',
      at: this.clock.now().toISOString(),
    } as const;
    await this.commands.run(ndaModel, ndaId, { type: 'RecordKeyDestroyed', ...receipt }, context);
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
  react: (event): readonly JobRequest[] => (event.type === 'NdaErased' ? [eraseKeyRequest(ndaIdOf(event.stream))] : []),
};

export const eraseKeyJob = (eraser: KeyEraser): JobHandler => ({ task: TASK, run: (payload) => eraser.erase(String(payload.ndaId)) });
