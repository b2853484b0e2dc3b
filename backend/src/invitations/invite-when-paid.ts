import type { NdaEvent } from '../nda/nda.events.js';
import { NDA_STREAM_PREFIX, ndaIdOf } from '../nda/nda.events.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import type { JobRequest } from '../platform/jobs/job.js';

export const INVITE_TASK = 'invite-party2';

/**
 * Returns the job that invites Party 2 of an NDA. The key is always the same for an NDA, so a second request
 * adds no second job.
 */
export const inviteJob = (ndaId: string): JobRequest & { readonly key: string } => ({
  task: INVITE_TASK,
  payload: { ndaId },
  key: `invite:${ndaId}`,
});

/**
 * True for a payment that may cover Party 1's price for signing by link. No other event can make an
 * invitation owed, because the payment fixes mode and payer (rule:mode-is-fixed-by-payment-or-invitation).
 */
export const mayCoverPrice = (event: NdaEvent): boolean =>
  (event.type === 'PaymentSucceeded' || event.type === 'VoucherApplied') && event.open.party === 1;

/** Queues the first invitation after a payment by Party 1 (rule:invitation-needs-payment). */
export const inviteWhenPaid: Reaction<NdaEvent> = {
  name: 'invite-when-paid',
  streamPrefix: NDA_STREAM_PREFIX,
  react: (event) => (mayCoverPrice(event) ? [inviteJob(ndaIdOf(event.stream))] : []),
};
