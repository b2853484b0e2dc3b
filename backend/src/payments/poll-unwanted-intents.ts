import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import { pollPaymentRequest } from './poll-payment.job.js';
import { mayLeaveUnwanted } from './rules/leaves-unwanted.js';

/**
 * Requests a poll after each event that may leave an intent unwanted. The poll ends such an intent
 * (rule:unwanted-intents-end).
 */
export const pollUnwantedIntents: Reaction<NdaEvent> = {
  name: 'look-at-unwanted-intents',
  streamPrefix: NDA_STREAM_PREFIX,
  react: (event) => mayLeaveUnwanted(event).map((party) => pollPaymentRequest(ndaIdOf(event.stream), party)),
};
