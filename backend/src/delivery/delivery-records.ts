import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import type { DeliveryFailed, NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { isDeliverable } from '../nda/rules/document.js';
import type { Clock } from '../platform/time/clock.js';
import { CauseMissing } from '../platform/jobs/job.js';
import { derivedId } from '../platform/crypto/ids.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { CommandContext, Recorded } from '../eventsourcing/journal/event.js';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';

/** An owed delivery: the NDA's state and events, and the revision of the event that made the delivery due. */
export interface Obligation {
  readonly ndaId: string;
  readonly dueAtRevision: number;
  readonly state: NdaState;
  readonly events: readonly Recorded<NdaEvent>[];
}

/** Returns the event that made the delivery due. */
const causeOf = ({ events, dueAtRevision }: Obligation): Recorded<NdaEvent> | undefined =>
  events.find((event) => event.revision === dueAtRevision);

/** Reads the history for the delivery's jobs and records their results. */
export class DeliveryRecords {
  constructor(
    private readonly parts: {
      readonly commands: Pick<Commands, 'run' | 'state'>;
      readonly clock: Clock;
      readonly logger: Logger;
    },
  ) {}

  /**
   * Returns the delivery that is owed. Returns undefined while a condition for the delivery is missing, and
   * once the delivery is complete.
   * @param isCalledForBy returns true for an event that may have requested the job
   * @throws CauseMissing if the stream contains no such event
   */
  async owed(
    ndaId: string,
    isCalledForBy: (event: Recorded<NdaEvent>) => boolean,
  ): Promise<Obligation | undefined> {
    const { state, events } = await this.parts.commands.state(ndaDecider, ndaId);
    if (!events.some(isCalledForBy)) throw new CauseMissing();
    const { dueAtRevision } = state;
    return !isDeliverable(state) || dueAtRevision === null
      ? undefined
      : { ndaId, dueAtRevision, state, events };
  }

  /** True if the delivery is still owed. If the stream cannot be read, the delivery counts as owed. */
  async isStillOwed(ndaId: string): Promise<boolean> {
    try {
      return (await this.owed(ndaId, () => true)) !== undefined;
    } catch {
      return true;
    }
  }

  /** @param what identifies the command within the obligation, so that the command is handled only once */
  async record(obligation: Obligation, command: NdaCommand, ...what: (string | number)[]): Promise<NdaState> {
    const { ndaId } = obligation;
    const cause = causeOf(obligation);
    const { state } = await this.parts.commands.run(
      ndaDecider,
      ndaId,
      command,
      this.context(ndaId, cause, what),
    );
    return state;
  }

  /**
   * Records the failure. An error while recording is only logged, because the next attempt will record its
   * own failure.
   */
  async recordFailure(
    ndaId: string,
    failure: DeliveryFailed['open'],
    obligation: Obligation | undefined,
  ): Promise<void> {
    const { attempt, code, party } = failure;
    // The id of the command derives from the revision that this attempt has read. Once this failure is
    // recorded, the next attempt reads a higher revision, so a failure of the next attempt gets another id.
    const about = ['delivery-failed', obligation?.state.revision ?? -1, attempt, code, party ?? 0];
    const command = { type: 'RecordDeliveryFailure', failure } as const;
    try {
      const cause = obligation && causeOf(obligation);
      await this.parts.commands.run(ndaDecider, ndaId, command, this.context(ndaId, cause, about));
    } catch (error) {
      this.parts.logger.warn(
        { ndaId, code, ...describeError(error) },
        'the failure of a delivery could not be recorded as an event; if the next attempt to deliver fails too, the service records that failure',
      );
    }
  }

  private context(
    ndaId: string,
    cause: Recorded<NdaEvent> | undefined,
    what: readonly (string | number)[],
  ): CommandContext {
    return systemContext(this.parts.clock, derivedId(ndaId, ...what), {
      correlationId: cause?.correlationId ?? derivedId(ndaId, 'delivery'),
      causedBy: cause?.id ?? null,
    });
  }
}
