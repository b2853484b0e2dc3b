import { foldStream } from '../eventsourcing/projections/fold-batch.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { history } from '../nda/testing/given.js';
import * as sample from '../nda/testing/samples.js';
import { ndaProjection } from './nda.projection.js';

const { inPersonComplete, inPersonPaid, inPersonSealed, documentSent, sent } = sample;

const failed = (party: 1 | 2 | null, code: string): NdaEvent => ({
  type: 'DeliveryFailed',
  open: { stage: party === null ? 'making' : 'sending', party, code, attempt: 1 },
});

const isOwed = (...events: readonly NdaEvent[]): boolean | undefined =>
  foldStream(ndaProjection, history(events))?.deliveryOwed;

describe('of the delivery something is still tried', () => {
  it.each([
    ['when it is signed by both and not paid', false, inPersonComplete],
    ['when it is paid', true, inPersonPaid],
    ['when the document could not be made', true, [...inPersonPaid, failed(null, 'seal_unavailable')]],
    ['when something of it is missing for good', false, [...inPersonPaid, failed(null, 'input_missing')]],
    ['when it is made', true, inPersonSealed],
    ['when one party has it', true, [...inPersonSealed, documentSent(1)]],
    ['when both have it', false, [...inPersonSealed, documentSent(1), documentSent(2)]],
    ['when it is sent', false, [...inPersonSealed, documentSent(1), documentSent(2), sent]],
    [
      'when one has it and the other failed',
      true,
      [...inPersonSealed, documentSent(1), failed(2, 'mail_unreachable')],
    ],
    [
      'when one has it and the other is given up',
      false,
      [...inPersonSealed, documentSent(1), failed(2, 'mail_given_up')],
    ],
    ['when one is given up and the other waits', true, [...inPersonSealed, failed(2, 'mail_given_up')]],
  ])('%s: %s', (_, owed, events) => expect(isOwed(...events)).toBe(owed));
});
