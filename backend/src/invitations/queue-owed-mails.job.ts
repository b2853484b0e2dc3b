import { ndaDecider } from '../nda/nda.decider.js';
import { CauseMissing, type JobHandler, type JobRequest } from '../platform/jobs/job.js';
import { uuidIn } from '../platform/jobs/payload.js';
import { owedMailJobs, type QueueingParts } from './owed-mail-requests.js';
import { QUEUE_MAILS_TASK } from './send-mail-request.js';
import { triggersOwedMails } from './send-mails-when-owed.js';

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
    await enqueue(owedMailJobs(ndaId, story, clock));
  }
}
