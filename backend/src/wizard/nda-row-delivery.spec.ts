import { foldStream } from '../eventsourcing/projections/fold-batch.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { history, START } from '../nda/testing/given.js';
import { inPersonComplete, inPersonPaid, inPersonSealed } from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import { isPast } from './nda-row-delivery.js';
import { ndaProjection } from './nda.projection.js';

const { documentSent, sent } = sample;

const failed = (party: 1 | 2 | null, code: string): NdaEvent =>
  party === null
    ? { type: 'DeliveryFailed', open: { stage: 'making', party, code, attempt: 1 } }
    : sample.mailFailed({ party, code });

/** Of Party 2, whose mail failed so at the start of the story. */
const nextTryAt = (failure: NdaEvent): string | null | undefined =>
  foldStream(ndaProjection, history([...inPersonSealed, documentSent(1), failure]))?.recipients[1]?.nextTryAt;

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

it('of the document shows nothing of other mails that failed', () => {
  const invitation = sample.mailFailed({ kind: 'invitation' });
  expect(foldStream(ndaProjection, history([...inPersonSealed, invitation]))).toMatchObject({
    deliveryError: null,
    recipients: [{ status: 'queued' }, { status: 'queued' }],
  });
});

describe('the next attempt', () => {
  const after = (ms: number): string => new Date(Date.parse(START) + ms).toISOString();
  it.each([
    ['half a minute after the first one', { code: 'mail_unreachable', attempt: 1 }, after(30_000)],
    ['eight minutes after the fifth', { code: 'mail_setup', attempt: 5 }, after(480_000)],
    ['a day after a refusal', { code: 'mail_refused', attempt: 1 }, after(86_400_000)],
    [
      'ten minutes after one whose fate is unknown',
      { code: 'mail_unreachable', attempt: 1, pauseMs: 600_000 },
      after(600_000),
    ],
    ['never after the last one', { code: 'mail_given_up', attempt: 15 }, null],
  ])('is %s, as older histories tell it too', (_, failure, at) => {
    expect(nextTryAt(sample.mailFailed(failure))).toBe(at);
    expect(nextTryAt({ type: 'DeliveryFailed', open: { stage: 'sending', party: 2, ...failure } })).toBe(at);
  });

  it('is past from its moment on', () => {
    const told = { nextTryAt: after(30_000) };
    expect(isPast(told, new Date(after(29_999)))).toBe(false);
    expect(isPast(told, new Date(after(30_000)))).toBe(true);
    for (const none of [{ nextTryAt: null }, {}]) expect(isPast(none, new Date(after(0)))).toBe(false);
  });
});
