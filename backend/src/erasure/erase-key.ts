import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import { lenientNdaDecider } from '../nda/nda.decider.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf, ndaStream } from '../nda/nda.events.js';
import { derivedId } from '../platform/crypto/ids.js';
import type { JobHandler, JobRequest } from '../platform/jobs/job.js';
import { uuidIn } from '../platform/jobs/payload.js';
import type { DestructionReceipt } from '../vault/erasure.js';
import type { KeyInStream } from './destruction-calls.js';
import { StreamEraser } from './stream-eraser.js';

const TASK = 'erase-key';

/**
 * Erases NDAs. An erasure is owed from `NdaErased` on, and complete once the key is destroyed and the receipt
 * is recorded (rule:erasure-destroys-the-key). The list of erasures gets its line before the receipt is
 * recorded. An event of a later version in the stream does not prevent the erasure.
 */
export class KeyEraser extends StreamEraser {
  protected streamOf(id: string): string {
    return ndaStream(id);
  }

  protected idOf(stream: string): string {
    return ndaIdOf(stream);
  }

  /**
   * Time alone does not make the erasure of an NDA due, because `NdaErased` is recorded first and states the
   * reason.
   */
  protected calledFor(id: string): Promise<KeyInStream> {
    return this.readKey(id);
  }

  /** An event that this version does not know may be a later version's erasure. */
  protected override mayCall({ isThere, call, isUnderstood }: KeyInStream): boolean {
    return isThere && (call !== undefined || !isUnderstood);
  }

  protected async callAgain(id: string, context: CommandContext): Promise<void> {
    const again = { type: 'EraseNda', reason: 'restored' } as const;
    await this.parts.commands.run(lenientNdaDecider, id, again, context);
  }

  protected async recordDestroyed(
    id: string,
    receipt: DestructionReceipt,
    cause: { readonly causedBy: string; readonly correlationId: string },
  ): Promise<void> {
    const command = { type: 'RecordKeyDestroyed', ...receipt } as const;
    const context = this.context(derivedId('erase-key', id), cause);
    await this.parts.commands.run(lenientNdaDecider, id, command, context);
  }
}

/**
 * Returns the job that erases an NDA. The job's `key` ensures that each NDA has at most one such job at a
 * time, no matter how often the job is requested.
 */
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

export const eraseKeyJob = (eraser: Pick<KeyEraser, 'eraseForJob'>): JobHandler => ({
  task: TASK,
  run: async (payload) => eraser.eraseForJob(uuidIn(payload, 'ndaId')),
});
