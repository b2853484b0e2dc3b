import type { NdaEvent } from '../nda/nda.events.js';
import { history, NDA_ID } from '../nda/testing/given.js';
import * as sample from '../nda/testing/samples.js';
import { pollPaymentRequest } from './poll-payment.job.js';
import { pollUnwantedIntents } from './poll-unwanted-intents.js';

const parties = (event: NdaEvent) => {
  const [recorded] = history([event]);
  if (recorded === undefined) throw new Error('nothing happened');
  return pollUnwantedIntents.react(recorded);
};
const polls = (...of: (1 | 2)[]) => of.map((party) => pollPaymentRequest(NDA_ID, party));

describe('an intent that an event may leave unwanted', () => {
  it.each<[string, NdaEvent, (1 | 2)[]]>([
    ['a next request', sample.requested(398, { attempt: 2 }), [1]],
    ['a payment of a later request', sample.paid(199, { attempt: 2 }), [1]],
    ['a voucher', sample.voucherApplied(199, { party: 2 }), [2]],
    ['a change of mode', sample.madeRemote(true), [1, 2]],
    ['a cancel', sample.cancelled(), [2]],
    ['a corrected address', sample.addressCorrected(), [2]],
    ['the end of the invitation', sample.expired, [1, 2]],
    ['an erasure', sample.erased, [1, 2]],
  ])('is polled after %s', (_, event, of) => expect(parties(event)).toEqual(polls(...of)));

  it.each<[string, NdaEvent]>([
    ['the first request', sample.requested(199)],
    ['the payment of the first request', sample.paid(199)],
    ['a refused card', sample.failed()],
    ['a signature', sample.party1Signed()],
  ])('does not exist after %s', (_, event) => expect(parties(event)).toEqual([]));
});
