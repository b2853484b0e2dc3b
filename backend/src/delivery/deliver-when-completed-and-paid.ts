import type { NdaEvent } from '../nda/nda.events.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import type { JobRequest } from '../platform/jobs/job.js';

export const DELIVER_TASK = 'deliver-nda';

/** One obligation per NDA: however often it is asked for, one job. */
export const deliverJob = (ndaId: string): JobRequest & { readonly key: string } => ({
  task: DELIVER_TASK,
  payload: { ndaId },
  key: `deliver:${ndaId}`,
});

/** Each of these may be the one that was missing; the job looks at the stream and stops while anything is. */
const MAY_MAKE_DUE: readonly NdaEvent['type'][] = ['NdaCompleted', 'PaymentSucceeded', 'VoucherApplied'];
export const mayMakeDue = ({ type }: Pick<NdaEvent, 'type'>): boolean => MAY_MAKE_DUE.includes(type);

export const deliverWhenCompletedAndPaid: Reaction<NdaEvent> = {
  name: 'deliver-when-completed-and-paid',
  streamPrefix: NDA_STREAM_PREFIX,
  react: (event) => (mayMakeDue(event) ? [deliverJob(ndaIdOf(event.stream))] : []),
};
