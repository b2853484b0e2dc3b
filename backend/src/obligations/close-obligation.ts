import { isClosable } from '@siegel/contracts/enums';
import type { EndedObligations } from '../closed-streams/ended-obligations.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { NDA_STREAM_PREFIX, ndaStream } from '../nda/nda.events.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { Commands } from '../bus/commands.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { agreementProjection } from '../agreements/agreement.projection.js';
import type { Owed } from './owed.js';

/** A person's request to close an obligation. `about` is the id of the event that opened the obligation. */
export interface Closing {
  readonly about: string;
  readonly by: 'admin';
  readonly note?: string;
}

/**
 * The streams of one kind, for instance the streams of all NDAs. A person can close obligations that these
 * streams record.
 */
export interface ClosableStreams {
  /**
   * Closes the obligation, or does nothing if the obligation is closed already. Resolves once the list shows
   * the obligation as closed, or when the wait for that times out (rule:read-your-writes). Returns false if
   * the event with the id `about` opened no obligation in any of these streams.
   * @throws RuleBroken not_closable
   */
  close(closing: Closing, context: CommandContext): Promise<boolean>;
}

export interface ClosingParts {
  readonly owed: Pick<Owed, 'ndasOwing'>;
  readonly commands: Pick<Commands, 'run' | 'lastTrusted'>;
  readonly readYourWrites: ReadYourWrites;
  readonly tampering: Tampering;
  readonly ended: Pick<EndedObligations, 'isEnded' | 'facts' | 'close'>;
}

/**
 * Closes obligations of NDAs. Rows of the projection only help to find the stream. The stream decides whether
 * the obligation can be closed (rule:money-by-the-stream).
 */
export class ClosableNdas implements ClosableStreams {
  constructor(private readonly parts: ClosingParts) {}

  async close(closing: Closing, context: CommandContext): Promise<boolean> {
    const { ended } = this.parts;
    const { over, reports } = ended.facts();
    const isOver = ([stream, ids]: readonly [string, object]): boolean =>
      stream.startsWith(NDA_STREAM_PREFIX) && Object.hasOwn(ids, closing.about);
    if (Object.entries(over).some(isOver)) return true;
    const kept = reports.find(({ id }) => id === closing.about);
    if (kept !== undefined) {
      await ended.close(ndaStream(kept.ndaId), kept.id, context);
      return true;
    }
    for (const ndaId of await this.parts.owed.ndasOwing(closing.about))
      if (await this.closeIn(ndaId, closing, context)) return true;
    return false;
  }

  private async closeIn(ndaId: string, closing: Closing, context: CommandContext): Promise<boolean> {
    const { commands, readYourWrites, tampering } = this.parts;
    const command = { type: 'CloseObligation', ...closing } as const;
    try {
      const { events } = await commands.run(ndaDecider, ndaId, command, context);
      const [closed] = events;
      if (closed !== undefined)
        await readYourWrites.waitFor(agreementProjection.name, ndaId, closed.revision);
      return true;
    } catch (error) {
      if (error instanceof StreamUntrusted && this.parts.ended.isEnded(error.stream))
        return this.closeInEnded(ndaId, closing, context);
      if (!(error instanceof RuleBroken) || error.code !== 'not_found') throw error;
      tampering.found('row', { table: 'ndas', id: ndaId });
      return false;
    }
  }

  /**
   * Records in the records about an ended stream that the obligation is closed. The note is dropped, because these
   * records have no key (rule:ended-streams-owe-until-a-word).
   */
  private async closeInEnded(ndaId: string, { about }: Closing, context: CommandContext): Promise<boolean> {
    const { commands, ended } = this.parts;
    const { state } = await commands.lastTrusted(ndaDecider, ndaId);
    const one = state.obligations.open.find(({ id }) => id === about);
    if (one === undefined) return state.obligations.over.includes(about);
    if (!isClosable(one.kind)) throw new RuleBroken('not_closable');
    await ended.close(ndaStream(ndaId), about, context);
    return true;
  }
}

/**
 * Finds the stream that records an obligation, and closes the obligation in this stream
 * (rule:obligations-are-closed).
 */
export class CloseObligation {
  constructor(
    private readonly streams: readonly ClosableStreams[],
    private readonly owed: Pick<Owed, 'isOwed'>,
  ) {}

  /**
   * @throws RuleBroken `not_closable` if only the service itself can complete the obligation; `not_found` if
   * there is no such obligation
   */
  async close(closing: Closing, context: CommandContext): Promise<void> {
    for (const streams of this.streams) if (await streams.close(closing, context)) return;
    throw new RuleBroken((await this.owed.isOwed(closing.about)) ? 'not_closable' : 'not_found');
  }
}
