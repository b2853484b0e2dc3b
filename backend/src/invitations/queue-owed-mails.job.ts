import type { Commands } from '../bus/commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import type { KeyedJob } from '../platform/jobs/enqueue.js';
import { CauseMissing, type JobHandler, type JobRequest } from '../platform/jobs/job.js';
import { uuidIn } from '../platform/jobs/payload.js';
import { owedMailsNow } from './owed-mail.js';
import { QUEUE_MAILS_TASK, sendMailRequest } from './send-mail-request.js';
import { triggersOwedMails } from './send-mails-when-owed.js';

export interface QueueingParts {
  readonly commands: Pick<Commands, 'state'>;
  /** Queues the jobs. A job that is already waiting becomes due immediately. */
  readonly enqueue: (jobs: readonly KeyedJob[]) => Promise<void>;
  readonly clock: Clock;
}

/** Queues a job for every mail that an NDA's events owe now. The jobs are due immediately. */
export class QueueOwedMailsJob implements JobHandler {
  readonly task = QUEUE_MAILS_TASK;

  constructor(private readonly parts: QueueingParts) {}

  /** @throws CauseMissing */
  async run(payload: JobRequest['payload']): Promise<void> {
    const { commands, enqueue, clock } = this.parts;
    const ndaId = uuidIn(payload, 'ndaId');
    const story = await commands.state(ndaDecider, ndaId);
    if (!story.events.some(triggersOwedMails)) throw new CauseMissing();
    const due = owedMailsNow(story, isoNow(clock));
    await enqueue(due.map(({ mail: { about, kind } }) => sendMailRequest({ ndaId, eventId: about, kind })));
  }
}
