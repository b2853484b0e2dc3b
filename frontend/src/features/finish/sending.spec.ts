import type { DeliveryView, NdaView, RecipientView } from '@siegel/contracts/nda/view';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { finishPhase, isOverdue, stagesOf } from './sending.js';

const recipient = (party: 1 | 2, status: RecipientView['status']): RecipientView => ({
  party,
  status,
  at: status === 'queued' ? null : '2026-11-12T13:36:05Z',
  reason: null,
  nextTryAt: null,
});
const withDelivery = (status: DeliveryView['status'], recipients: RecipientView[] = []): NdaView => ({
  ...sampleNda,
  delivery: { status, error: null, recipients },
});
const states = (nda: NdaView) => stagesOf(nda).map(({ state }) => state);

describe('finish', () => {
  it.each([
    [{ status: 'draft' }, 'unsigned'],
    [{ status: 'party1_signed' }, 'remote'],
    [{ status: 'completed', paymentStatus: 'none' }, 'payment-due'],
    [{ status: 'completed', paymentStatus: 'pending' }, 'payment-due'],
    [{ status: 'completed', paymentStatus: 'succeeded' }, 'sending'],
    [{ status: 'sent', paymentStatus: 'succeeded' }, 'sent'],
  ] as const)('%j is %s', (part, phase) => expect(finishPhase({ ...sampleNda, ...part })).toBe(phase));

  it('goes through its stages in order', () => {
    expect(states(withDelivery('none'))).toEqual(['running', 'waiting', 'waiting', 'waiting']);
    expect(states(withDelivery('making'))).toEqual(['running', 'waiting', 'waiting', 'waiting']);
    expect(states(withDelivery('sending', [recipient(1, 'sent'), recipient(2, 'queued')]))).toEqual([
      'done',
      'done',
      'done',
      'running',
    ]);
    expect(states(withDelivery('sent', [recipient(1, 'delivered'), recipient(2, 'sent')]))).toEqual([
      'done',
      'done',
      'done',
      'done',
    ]);
  });

  it('shows a retry at its stage and a bounce at its recipient', () => {
    // If the service fails to make the document, there is no document yet, so both mails are still waiting.
    for (const recipients of [[], [recipient(1, 'queued'), recipient(2, 'queued')]])
      expect(states(withDelivery('retrying', recipients))).toEqual([
        'retrying',
        'waiting',
        'waiting',
        'waiting',
      ]);
    const next = { ...recipient(2, 'retrying'), nextTryAt: '2026-11-12T13:46:05Z' };
    const retried = stagesOf(withDelivery('retrying', [recipient(1, 'sent'), next]));
    expect(retried.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'retrying']);
    expect(retried.map(({ at }) => at)).toEqual([null, null, '2026-11-12T13:36:05Z', next.nextTryAt]);
    const past = withDelivery('retrying', [recipient(1, 'sent'), { ...next, nextTryAt: null }]);
    expect(stagesOf(past).at(-1)).toEqual({ name: 'party2', state: 'retrying', at: null });
    const last = { ...recipient(2, 'retrying'), reason: 'mail_given_up' };
    const givenUp = withDelivery('retrying', [recipient(1, 'sent'), last]);
    expect(states(givenUp)).toEqual(['done', 'done', 'done', 'failed']);
    expect(states(withDelivery('retrying', [recipient(1, 'sent'), recipient(2, 'queued')]))).toEqual([
      'done',
      'done',
      'done',
      'running',
    ]);
    expect(states(withDelivery('sent', [recipient(1, 'sent'), recipient(2, 'bounced')]))).toEqual([
      'done',
      'done',
      'done',
      'failed',
    ]);
  });

  it('is overdue after 30 s, not earlier', () => {
    expect(isOverdue(1_000, 30_999)).toBe(false);
    expect(isOverdue(1_000, 31_000)).toBe(true);
  });
});
