import type { NdaEvent } from '../nda.events.js';
import { history, ndaAfter, START } from '../testing/given.js';
import { inPersonComplete, inPersonPaid, inPersonSealed } from '../testing/sample-histories.js';
import * as sample from '../testing/samples.js';
import { isDeliveryOwed, isPast } from './recipients.js';

const { documentSent, sent } = sample;

const failed = (party: 1 | 2 | null, code: string): NdaEvent =>
  party === null
    ? { type: 'DeliveryFailed', open: { stage: 'making', party, code, attempt: 1 } }
    : sample.mailFailed({ party, code });

const after = (...events: readonly NdaEvent[]) => ndaAfter(history(events));

describe('the delivery is still attempted', () => {
  it.each([
    ['when it is signed by both and not paid', false, inPersonComplete],
    ['when it is paid', true, inPersonPaid],
    ['when the document could not be made', true, [...inPersonPaid, failed(null, 'seal_unavailable')]],
    ['when a part of it is permanently missing', false, [...inPersonPaid, failed(null, 'input_missing')]],
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
  ])('%s: %s', (_, owed, events) => expect(isDeliveryOwed(after(...events))).toBe(owed));
});

it('the delivery of the document ignores failures of other mails', () =>
  expect(after(...inPersonSealed, sample.mailFailed({ kind: 'invitation' })).delivery).toMatchObject({
    error: null,
    recipients: { 1: { status: 'queued' }, 2: { status: 'queued' } },
  }));

describe('the next attempt', () => {
  const at = (ms: number): string => new Date(Date.parse(START) + ms).toISOString();
  /**
   * Returns the time at which the mail to Party 2 is tried again after this failure. The failure happens at
   * `START`.
   */
  const nextTryAt = (failure: NdaEvent): string | null =>
    after(...inPersonSealed, documentSent(1), failure).delivery.recipients[2].nextTryAt;

  it.each([
    ['half a minute after the first one', { code: 'mail_unreachable', attempt: 1 }, at(30_000)],
    ['eight minutes after the fifth', { code: 'mail_setup', attempt: 5 }, at(480_000)],
    ['a day after a refusal', { code: 'mail_refused', attempt: 1 }, at(86_400_000)],
    [
      'ten minutes after one whose fate is unknown',
      { code: 'mail_unreachable', attempt: 1, pauseMs: 600_000 },
      at(600_000),
    ],
    ['never after the last one', { code: 'mail_given_up', attempt: 15 }, null],
  ])('is %s, in older histories too', (_, failure, time) => {
    expect(nextTryAt(sample.mailFailed(failure))).toBe(time);
    expect(nextTryAt({ type: 'DeliveryFailed', open: { stage: 'sending', party: 2, ...failure } })).toBe(
      time,
    );
  });

  it('is past from its own time on', () => {
    const told = { nextTryAt: at(30_000) };
    expect(isPast(told, new Date(at(29_999)))).toBe(false);
    expect(isPast(told, new Date(at(30_000)))).toBe(true);
    expect(isPast({ nextTryAt: null }, new Date(at(0)))).toBe(false);
  });
});
