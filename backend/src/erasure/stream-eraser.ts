import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { EndedKeys } from '../closed-streams/ended-keys.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { derivedId } from '../platform/crypto/ids.js';
import { CauseMissing } from '../platform/jobs/job.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import { type DestructionReceipt, destroySubject, type ErasureParts, receiptOf } from '../vault/erasure.js';
import type { DestructionCall, KeyInStream } from './destruction-calls.js';
import { unlessClosed } from './unless-closed.js';
import type { ErasureList, ListedErasure } from './erasure-list.js';

export interface EraserParts extends ErasureParts {
  readonly commands: Commands;
  readonly clock: Clock;
  readonly list: Pick<ErasureList, 'note'>;
  /** Returns what a stream's own events, and the records about an ended stream, say about its key. */
  readonly keyInStream: (stream: string) => Promise<KeyInStream>;
  readonly ended: Pick<EndedKeys, 'callAgain' | 'recordDestroyed'>;
}

/** A stream whose own events call for the destruction of its key. */
type Called = KeyInStream & { readonly call: DestructionCall };

/**
 * The result for a line of the list.
 * - `known`: nothing was missing
 * - `again`: the erasure was applied again
 * - `later`: something else has to be done first. A job does the rest
 * - `closed`: the stream is closed, so nothing can be recorded in it before its repair
 * - `other-key`: the destroyed key that the line names is not the stream's key
 */
export type EraseAgainResult = 'known' | 'again' | 'later' | 'closed' | 'other-key';

export type EraseConfirmedResult = 'again' | 'later' | 'closed' | 'other-key' | 'no-stream';

/**
 * A line for the list, or the reason why there is none.
 * - `noted`: the list has the line now
 * - `later`: the line cannot be written yet
 * - `closed`: the stream is closed, so the line cannot be written before its repair
 * - `uncalled`: the stream does not call for an erasure
 * - `none`: there is no such stream
 */
export type ListLine = ListedErasure | 'noted' | 'later' | 'closed' | 'uncalled' | 'none';

/**
 * Erases streams of one kind (rule:erasure-destroys-the-key). The order is fixed: an event of the stream
 * calls for the erasure, the key is destroyed, the list gets a line with a receipt over that event, and the
 * destruction is recorded. A stream that does not call for its erasure is left alone, even if a row or a job
 * requests the erasure.
 */
export abstract class StreamEraser {
  constructor(protected readonly parts: EraserParts) {}

  /** Erases the stream if its events call for it. Safe to repeat. */
  async erase(id: string): Promise<void> {
    const known = await this.readKey(id);
    // Nothing can be recorded in an ended stream, so time alone calls for nothing there.
    const found = known.isEnded === true ? known : await this.calledFor(id);
    if (!isCalled(found)) return;
    const stream = this.streamOf(id);
    const isRecorded = found.keyDestroyedAt !== null;
    const keyId = found.keyId === '' ? ((await this.parts.vault.keyIdOf(stream)) ?? '') : found.keyId;
    const destroyedAt = await destroySubject(this.parts, stream, { isRecorded });
    if (isRecorded) return;
    const receipt = receiptOf(this.parts.receipts, stream, {
      keyId,
      destroyedAt: this.between(found.call.at, destroyedAt),
      ...eventOf(found.call),
    });
    await this.parts.list.note([{ stream, ...receipt }]);
    await this.record(id, receipt, found);
  }

  /**
   * Works like `erase`, for a queued job. It checks the stream first, because anyone with write access to the
   * database can forge a job (rule:jobs-prove-their-cause).
   * @throws CauseMissing if neither the stream nor time calls for an erasure; StreamUntrusted if only a part of
   * the stream counts, and this part does not call for it
   */
  async eraseForJob(id: string): Promise<void> {
    const found = await this.readKey(id);
    if (found.call === undefined && found.untrusted !== undefined)
      throw new StreamUntrusted(this.streamOf(id), found.untrusted);
    if (!this.mayCall(found)) throw new CauseMissing();
    await this.erase(id);
  }

  /**
   * Works like `erase`, for an erasure on the list. The database or the log may have been restored to a time
   * before the erasure. Missing steps are therefore repeated with the receipt of the original erasure. The
   * caller must have verified the line's signature. A closed stream has to wait, because nothing can be
   * recorded in it.
   * @param isDestroyed true if the database says that the key is destroyed
   */
  async eraseAgain(line: ListedErasure, isDestroyed: boolean): Promise<EraseAgainResult> {
    return unlessClosed(line.stream, () => this.tryEraseAgain(line, isDestroyed));
  }

  private async tryEraseAgain(
    { stream, ...receipt }: ListedErasure,
    isDestroyed: boolean,
  ): Promise<EraseAgainResult> {
    const id = this.idOf(stream);
    let found = await this.readKey(id);
    const isEnded = found.isEnded === true;
    // The stream may be there, although none of its events counts.
    if (!found.isThere && !isEnded && found.untrusted !== undefined) return 'closed';
    if (!found.isThere && !isEnded) return this.eraseWithoutStream(stream, receipt);
    if (!(await this.isOfKey(stream, found, receipt.keyId))) return 'other-key';
    if (isCalled(found) && isDestroyed) {
      await this.finish(id, receipt, found);
      return 'known';
    }
    if (found.call === undefined) {
      const context = this.context(derivedId('erase-again', id, receipt.destroyedAt));
      await (isEnded ? this.parts.ended.callAgain(stream, context) : this.callAgain(id, context));
      found = await this.readKey(id);
    }
    if (!isCalled(found)) throw new Error(`no event calls for the erasure of ${stream}`);
    if (!isEnded && !(await this.isReady(id))) return 'later';
    const isRecorded = found.keyDestroyedAt !== null;
    await destroySubject(this.parts, stream, { at: receipt.destroyedAt, isRecorded });
    if (!isRecorded) await this.record(id, receipt, found);
    return 'again';
  }

  /**
   * Works like `erase`, for a line that cannot be proven and that the operator has confirmed (`siegel
   * erasures:apply`). Such a line names no event, or its signing key is unknown to this backend. If no event
   * of the stream calls for the erasure, such an event is recorded first. The erasure gets a new receipt,
   * which covers the event that calls for it. The receipt of the line is not used.
   */
  async eraseConfirmed(line: ListedErasure): Promise<EraseConfirmedResult> {
    return unlessClosed(line.stream, () => this.tryEraseConfirmed(line));
  }

  private async tryEraseConfirmed({
    stream,
    keyId,
    destroyedAt,
  }: ListedErasure): Promise<EraseConfirmedResult> {
    const id = this.idOf(stream);
    const found = await this.readKey(id);
    const isEnded = found.isEnded === true;
    if (!found.isThere && !isEnded) return found.untrusted === undefined ? 'no-stream' : 'closed';
    if (!(await this.isOfKey(stream, found, keyId))) return 'other-key';
    if (found.call === undefined) {
      const context: CommandContext = {
        ...this.context(derivedId('erase-by-word', id, destroyedAt)),
        actor: 'admin',
      };
      await (isEnded ? this.parts.ended.callAgain(stream, context) : this.callAgain(id, context));
    }
    return (await this.triesToErase(id)) ? 'again' : 'later';
  }

  /**
   * Returns the line that the list should have for a stream. If the stream's erasure is unfinished, finishes
   * it first.
   */
  lineOf(stream: string): Promise<ListLine> {
    return unlessClosed(stream, () => this.tryLineOf(stream));
  }

  private async tryLineOf(stream: string): Promise<ListLine> {
    const id = this.idOf(stream);
    const found = await this.readKey(id);
    const isEnded = found.isEnded === true;
    // The event that calls for the erasure may be in the part of the stream that does not count now.
    if (!isCalled(found) && !isEnded && found.untrusted !== undefined) return 'closed';
    if (!found.isThere && !isEnded) return 'none';
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
   * Finishes an erasure that was interrupted after its line was written and before its last event was
   * recorded. It reuses the receipt of the line, because otherwise there would be two lines.
   */
  private async finish(id: string, receipt: DestructionReceipt, found: Called): Promise<void> {
    if (found.keyDestroyedAt !== null) return;
    await destroySubject(this.parts, this.streamOf(id));
    await this.record(id, receipt, found);
  }

  protected abstract streamOf(id: string): string;
  protected abstract idOf(stream: string): string;
  /**
   * Returns what the stream says about its key if the stream calls for an erasure. If time alone makes an
   * erasure due, an event that calls for the erasure is recorded first.
   */
  protected abstract calledFor(id: string): Promise<KeyInStream | undefined>;
  /**
   * True if the stream calls for an erasure, or if time may call for it. By default this is true of every
   * stream that exists. A job may come before its time, because a database row may name a stream too early.
   */
  protected mayCall(found: KeyInStream): boolean {
    return found.isThere;
  }
  /** Records again the event that called for the erasure, because a restored log lacks it. */
  protected abstract callAgain(id: string, context: CommandContext): Promise<void>;
  protected abstract recordDestroyed(
    id: string,
    receipt: DestructionReceipt,
    context: Pick<DestructionCall, 'correlationId'> & { readonly causedBy: string },
  ): Promise<void>;
  /** True if nothing remains to be read with the key. */
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
   * True if the id of the stream's key is `keyId`. If the stream has no readable sealed events, the row of
   * the key decides.
   */
  private async isOfKey(stream: string, found: KeyInStream, keyId: string): Promise<boolean> {
    const known = found.keyId === '' ? await this.parts.vault.keyIdOf(stream) : found.keyId;
    return known === keyId;
  }

  /**
   * Erases the stream.
   * @returns false if something else has to be done first
   * @throws StreamUntrusted; the error of a store that does not answer
   */
  private async triesToErase(id: string): Promise<boolean> {
    try {
      await this.erase(id);
      return true;
    } catch (error) {
      if (isUnavailable(error) || error instanceof StreamUntrusted) throw error;
      return false;
    }
  }

  /**
   * Handles a log that was restored to a time before the stream existed. The key is destroyed only if it
   * still exists and is the destroyed key that the line names.
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
    { call: { eventId, correlationId }, isEnded }: Called,
  ): Promise<void> {
    const cause = { causedBy: eventId, correlationId };
    if (isEnded !== true) return this.recordDestroyed(id, receipt, cause);
    const stream = this.streamOf(id);
    const context = this.context(derivedId('erase-ended-key', stream), cause);
    return this.parts.ended.recordDestroyed(stream, receipt, context);
  }

  /**
   * Returns the time of destruction from the row. The time is limited to the period from the event that
   * called for the destruction until now.
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
