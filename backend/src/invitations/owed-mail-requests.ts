import type { Commands } from '../bus/commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { KeyedJob } from '../platform/jobs/enqueue.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { type NdaHistory, owedMailsNow } from './owed-mail.js';
import { sendMailRequest } from './send-mail-request.js';

export interface QueueingParts {
  readonly commands: Pick<Commands, 'state'>;
  /** Queues the jobs. A job that is already waiting becomes due immediately. */
  readonly enqueue: (jobs: readonly KeyedJob[]) => Promise<void>;
  readonly clock: Clock;
}

/** Returns the jobs of all mails that an NDA owes now. */
export const owedMailJobs = (ndaId: string, story: NdaHistory, clock: Clock): readonly KeyedJob[] =>
  owedMailsNow(story, isoNow(clock)).map(({ mail: { about, kind } }) =>
    sendMailRequest({ ndaId, eventId: about, kind }),
  );

/** Carries out the request of a person who asks for the mails of an NDA (rule:send-again-is-safe). */
export class OwedMailRequests {
  constructor(private readonly parts: QueueingParts) {}

  /**
   * Enqueues a job for every mail that the NDA owes now. The jobs are due immediately. Can safely be called
   * at any time.
   */
  async ask(ndaId: string): Promise<void> {
    const { commands, enqueue, clock } = this.parts;
    await enqueue(owedMailJobs(ndaId, await commands.state(ndaDecider, ndaId), clock));
  }
}
