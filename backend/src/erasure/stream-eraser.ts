import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { derivedId } from '../platform/crypto/ids.js';
import { CauseMissing } from '../platform/jobs/job.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import { type DestructionReceipt, destroySubject, type ErasureParts, receiptOf } from '../vault/erasure.js';
import type { DestructionCall, KeyInStream } from './destruction-calls.js';
import type { ErasureList, ListedErasure } from './erasure-list.js';

export interface EraserParts extends ErasureParts {
  readonly commands: Commands;
  readonly clock: Clock;
  readonly list: Pick<ErasureList, 'note'>;
  /** A stream's facts about its key, from its events alone. */
  readonly keyInStream: (stream: string) => Promise<KeyInStream>;
}

/** A stream whose own events call for the destruction. */
type Called = KeyInStream & { readonly call: DestructionCall };

/**
 * The result for a line of the list. `known`: nothing was missing; `again`: the erasure was applied again;
 * `later`: it has to wait; `other-key`: the stream has another key than the destroyed one.
 */
export type EraseAgainResult = 'known' | 'again' | 'later' | 'other-key';

export type EraseConfirmedResult = 'again' | 'later' | 'other-key' | 'no-stream';

/**
 * A line for the list. `noted`: the list has it now; `later`: it cannot be written yet; `uncalled`: the
 * stream calls for no erasure; `none`: there is no such stream.
 */
export type ListLine = ListedErasure | 'noted' | 'later' | 'uncalled' | 'none';

/**
 * Erases streams of one kind (rule:erasure-destroys-the-key). The order is fixed: an event of the stream
 * calls for the erasure, the key is destroyed, the list gets a line with a receipt over that event, and the
 * destruction is recorded. A stream that does not call for it is left alone, whatever row or job requests it.
 */
export abstract class StreamEraser {
  constructor(protected readonly parts: EraserParts) {}

  /** Erases the stream if its events call for it. Safe to repeat. */
  async erase(id: string): Promise<void> {
    const found = await this.calledFor(id);
    if (!isCalled(found)) return;
    const stream = this.streamOf(id);
    const isRecorded = found.keyDestroyedAt !== null;
    const destroyedAt = await destroySubject(this.parts, stream, { isRecorded });
    if (isRecorded) return;
    const receipt = receiptOf(this.parts.receipts, stream, {
      keyId: found.keyId,
      destroyedAt: this.between(found.call.at, destroyedAt),
      ...eventOf(found.call),
    });
    await this.parts.list.note([{ stream, ...receipt }]);
    await this.record(id, receipt, found.call);
  }

  /**
   * As `erase`, for a queued job, which anyone with write access to the database can forge
   * (rule:jobs-prove-their-cause).
   * @throws CauseMissing if neither the stream nor time calls for an erasure
   */
  async eraseForJob(id: string): Promise<void> {
    if (!this.mayCall(await this.readKey(id))) throw new CauseMissing();
    await this.erase(id);
  }

  /**
   * As `erase`, for an erasure on the list, from before which database or log may have been restored: missing
   * steps are repeated with the receipt of the first time. The caller must have verified the line's
   * signature.
   * @param isDestroyed true if the database knows the key as destroyed
   */
  async eraseAgain({ stream, ...receipt }: ListedErasure, isDestroyed: boolean): Promise<EraseAgainResult> {
    const id = this.idOf(stream);
    let found = await this.readKey(id);
    if (!found.isThere) return this.eraseWithoutStream(stream, receipt);
    if (!(await this.isOfKey(stream, found, receipt.keyId))) return 'other-key';
    if (isCalled(found) && isDestroyed) {
      await this.finish(id, receipt, found);
      return 'known';
    }
    if (found.call === undefined) {
      await this.callAgain(id, this.context(derivedId('erase-again', id, receipt.destroyedAt)));
      found = await this.readKey(id);
    }
    if (!isCalled(found)) throw new Error(`no event calls for the erasure of ${stream}`);
    if (!(await this.isReady(id))) return 'later';
    const isRecorded = found.keyDestroyedAt !== null;
    await destroySubject(this.parts, stream, { at: receipt.destroyedAt, isRecorded });
    if (!isRecorded) await this.record(id, receipt, found.call);
    return 'again';
  }

  /**
   * As `erase`, by the operator's decision, for a line that names no event. The receipt is new, over the
   * event that records the erasure in the stream now.
   */
  async eraseConfirmed({ stream, keyId, destroyedAt }: ListedErasure): Promise<EraseConfirmedResult> {
    const id = this.idOf(stream);
    const found = await this.readKey(id);
    if (!found.isThere) return 'no-stream';
    if (!(await this.isOfKey(stream, found, keyId))) return 'other-key';
    if (found.call === undefined) {
      const context = this.context(derivedId('erase-by-word', id, destroyedAt));
      await this.callAgain(id, { ...context, actor: 'admin' });
    }
    return (await this.triesToErase(id)) ? 'again' : 'later';
  }

  /** The list's line for a stream. An unfinished erasure is finished first. */
  async lineOf(stream: string): Promise<ListLine> {
    const id = this.idOf(stream);
    const found = await this.readKey(id);
    if (!found.isThere) return 'none';
    if (isCalled(found) && found.keyDestroyedAt !== null)
      return {
        stream,
        ...receiptOf(this.parts.receipts, stream, {
          keyId: found.keyId,
          destroyedAt: found.keyDestroyedAt,
          ...eventOf(found.call),
        }),
      };
    if (!(await this.triesToErase(id))) return 'later';
    return (await this.readKey(id)).keyDestroyedAt === null ? 'uncalled' : 'noted';
  }

  /**
   * Finishes an erasure that a stop interrupted between the line and its event. It reuses the receipt, or
   * there would be two lines.
   */
  private async finish(id: string, receipt: DestructionReceipt, found: Called): Promise<void> {
    if (found.keyDestroyedAt !== null) return;
    await destroySubject(this.parts, this.streamOf(id));
    await this.record(id, receipt, found.call);
  }

  protected abstract streamOf(id: string): string;
  protected abstract idOf(stream: string): string;
  /** The stream, if it calls for an erasure; if time alone makes one due, that is recorded first. */
  protected abstract calledFor(id: string): Promise<KeyInStream | undefined>;
  /** True if such a stream can call for an erasure: by time each can, and a row may name it too early. */
  protected mayCall(found: KeyInStream): boolean {
    return found.isThere;
  }
  /** Records the call again, which a restored log has forgotten. */
  protected abstract callAgain(id: string, context: CommandContext): Promise<void>;
  protected abstract recordDestroyed(
    id: string,
    receipt: DestructionReceipt,
    context: Pick<DestructionCall, 'correlationId'> & { readonly causedBy: string },
  ): Promise<void>;
  /** True if nothing has to be read with the key any more. */
  protected async isReady(_id: string): Promise<boolean> {
    return true;
  }

  protected readKey(id: string): Promise<KeyInStream> {
    return this.parts.keyInStream(this.streamOf(id));
  }

  protected context(commandId: string, cause: Parameters<typeof systemContext>[2] = {}): CommandContext {
    return systemContext(this.parts.clock, commandId, cause);
  }

  /**
   * True if the stream's key is the given one. If the stream's sealed events cannot be read, the row decides.
   */
  private async isOfKey(stream: string, found: KeyInStream, keyId: string): Promise<boolean> {
    const known = found.keyId === '' ? await this.parts.vault.keyIdOf(stream) : found.keyId;
    return known === keyId;
  }

  /**
   * @returns false if something else has to be done first @throws the error of a store that does not answer
   */
  private async triesToErase(id: string): Promise<boolean> {
    try {
      await this.erase(id);
      return true;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return false;
    }
  }

  /**
   * Handles a log from before the stream existed: a key goes only if it still exists and is the destroyed
   * one.
   */
  private async eraseWithoutStream(stream: string, receipt: DestructionReceipt): Promise<EraseAgainResult> {
    const { vault } = this.parts;
    if (receipt.keyId === '' || (await vault.keyIdOf(stream)) !== receipt.keyId) return 'known';
    await destroySubject(this.parts, stream, { at: receipt.destroyedAt });
    return 'again';
  }

  private record(
    id: string,
    receipt: DestructionReceipt,
    { eventId, correlationId }: DestructionCall,
  ): Promise<void> {
    return this.recordDestroyed(id, receipt, { causedBy: eventId, correlationId });
  }

  /**
   * The row's time of destruction, if possible: not before the event that called for it, and not in the
   * future.
   */
  private between(calledAt: string, destroyedAt: string): string {
    const now = isoNow(this.parts.clock);
    const latest = now > calledAt ? now : calledAt;
    if (destroyedAt < calledAt) return calledAt;
    return destroyedAt > latest ? latest : destroyedAt;
  }
}

const isCalled = (found: KeyInStream | undefined): found is Called => found?.call !== undefined;

const eventOf = ({
  eventId,
  eventHash,
}: DestructionCall): Pick<DestructionCall, 'eventId' | 'eventHash'> => ({
  eventId,
  eventHash,
});
