import type { Commands } from '../bus/commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { type Clock, isoNow } from '../platform/clock.js';
import type { KeyedJob } from '../platform/jobs/enqueue.js';
import type { JobHandler, JobRequest } from '../platform/jobs/job.js';
import { owedMailsNow } from './owed-mail.js';
import { QUEUE_MAILS_TASK, sendMailRequest } from './send-mail-request.js';

export interface QueueingParts {
  readonly commands: Pick<Commands, 'state'>;
  /** Those that wait are due at once. */
  readonly enqueue: (jobs: readonly KeyedJob[]) => Promise<void>;
  readonly clock: Clock;
}

/** Gives whatever an NDA's events owe now a job that is due at once. */
export class QueueOwedMailsJob implements JobHandler {
  readonly task = QUEUE_MAILS_TASK;

  constructor(private readonly parts: QueueingParts) {}

  async run(payload: JobRequest['payload']): Promise<void> {
    const { commands, enqueue, clock } = this.parts;
    const ndaId = String(payload['ndaId']);
    const story = await commands.state(ndaDecider, ndaId);
    const due = owedMailsNow(story, isoNow(clock));
    await enqueue(due.map(({ mail: { about, kind } }) => sendMailRequest({ ndaId, eventId: about, kind })));
  }
}
