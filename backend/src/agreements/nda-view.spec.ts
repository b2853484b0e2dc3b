import { orderNumber } from '@siegel/contracts/payments/order-number';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import type { NdaEvent } from '../nda/nda.events.js';
import { day, NDA_ID, on, START } from '../nda/testing/given.js';
import {
  inPersonComplete,
  inPersonPaid,
  inPersonSealed,
  remoteInvited,
} from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import { viewAt } from './nda-view.js';
import { viewAfter } from './testing/view-after.js';

describe('N', () => {
  it('of a draft: the entered terms, and nothing else yet', () => {
    expect(viewAfter([sample.created])).toEqual({
      ...sampleNda,
      id: NDA_ID,
      orderNumber: orderNumber(NDA_ID, 1),
      ...sample.personal,
      ...sample.terms,
      createdAt: START,
      agreementHash: sample.AGREEMENT_HASH,
      templateVersion: 'v1',
      delivery: {
        status: 'none',
        error: null,
        recipients: [
          { party: 1, status: 'queued', at: null, reason: null, nextTryAt: null },
          { party: 2, status: 'queued', at: null, reason: null, nextTryAt: null },
        ],
      },
    });
  });

  it.each([
    [
      'in person',
      sample.party1Signed(),
      { signatureMode: 'in-person', party1PaysForBoth: false, amountDue: 199 },
    ],
    [
      'remotely, for both',
      sample.party1SignedRemote,
      { signatureMode: 'remote', party1PaysForBoth: true, amountDue: 398 },
    ],
    [
      'remotely, each for itself',
      sample.party1SignedSplit,
      { signatureMode: 'remote', party1PaysForBoth: false, amountDue: 199 },
    ],
  ])('after Party 1 signed %s', (_how, signed, expected) => {
    expect(viewAfter([sample.created, on(1, signed)])).toMatchObject({
      ...expected,
      status: 'party1_signed',
      remoteStatus: null,
      party1Signature: `/api/ndas/${NDA_ID}/signatures/1`,
      party1SignedAt: day(1),
      party2Signature: null,
      paymentStatus: 'none',
      revision: 1,
    });
  });

  it('after a change of mode, either way', () => {
    const remote = [sample.created, sample.party1Signed(), sample.madeRemote(true)];
    expect(viewAfter(remote)).toMatchObject({
      signatureMode: 'remote',
      party1PaysForBoth: true,
      amountDue: 398,
      revision: 2,
    });
    expect(viewAfter([...remote, sample.madeInPerson(false)])).toMatchObject({
      signatureMode: 'in-person',
      amountDue: 199,
    });
  });

  describe('from the last signature on', () => {
    it('signed by both and not paid: completed, payment due', () => {
      expect(viewAfter([...inPersonComplete])).toMatchObject({
        status: 'completed',
        paymentStatus: 'none',
        amountDue: 199,
        party2Signature: `/api/ndas/${NDA_ID}/signatures/2`,
        party2SignatureCompletedAt: null,
        remoteStatus: null,
        delivery: { status: 'none', error: null },
      });
    });

    it('and paid: making, sending, sent', () => {
      const stages: [readonly NdaEvent[], string, string][] = [
        [inPersonPaid, 'completed', 'making'],
        [inPersonSealed, 'completed', 'sending'],
        [[...inPersonSealed, sample.documentSent(1)], 'completed', 'sending'],
        [[...inPersonSealed, sample.documentSent(1), sample.documentSent(2), sample.sent], 'sent', 'sent'],
      ];
      for (const [events, status, stage] of stages)
        expect(viewAfter(events)).toMatchObject({ status, delivery: { status: stage, error: null } });
      expect(viewAfter(stages[2]?.[0] ?? []).delivery.recipients).toEqual([
        { party: 1, status: 'sent', at: START, reason: null, nextTryAt: null },
        { party: 2, status: 'queued', at: null, reason: null, nextTryAt: null },
      ]);
    });

    it('retrying: with the code, at the recipient too, and without a trace after success', () => {
      const failing = [...inPersonSealed, sample.documentSent(1), sample.deliveryFailed];
      expect(viewAfter(failing)).toMatchObject({
        status: 'completed',
        delivery: {
          status: 'retrying',
          error: 'mail_unreachable',
          recipients: [{}, { status: 'retrying', reason: 'mail_unreachable' }],
        },
      });
      expect(viewAfter([...failing, sample.documentSent(2), sample.sent]).delivery).toEqual({
        status: 'sent',
        error: null,
        recipients: [
          { party: 1, status: 'sent', at: START, reason: null, nextTryAt: null },
          { party: 2, status: 'sent', at: START, reason: null, nextTryAt: null },
        ],
      });
    });

    it('retrying: shows the time of the next attempt, until then', () => {
      const view = viewAfter([...inPersonSealed, sample.documentSent(1), sample.deliveryFailed]);
      const next = new Date(Date.parse(START) + 30_000);
      expect(view.delivery.recipients[1]).toMatchObject({ nextTryAt: next.toISOString() });
      expect(viewAt(view, new Date(next.getTime() - 1))).toBe(view);
      const past = viewAt(view, next);
      expect(past.delivery.recipients).toEqual([
        view.delivery.recipients[0],
        { ...view.delivery.recipients[1], nextTryAt: null },
      ]);
      expect(past).toEqual({ ...view, delivery: past.delivery });
    });

    it('retrying while the document cannot be made', () => {
      const failed: NdaEvent = {
        type: 'DeliveryFailed',
        open: { stage: 'making', party: null, code: 'document_failed', attempt: 1 },
      };
      expect(viewAfter([...inPersonPaid, failed]).delivery).toMatchObject({
        status: 'retrying',
        error: 'document_failed',
      });
    });

    it('bounced after sent: shown at its recipient, with the reason if it can be opened; a delivery ends only a temporary bounce', () => {
      const sent = [...inPersonSealed, sample.documentSent(1), sample.documentSent(2), sample.sent];
      const bounced = [...sent, on(1, sample.mailBounced)];
      const reason = '550 no such user';
      expect(viewAfter(bounced, { bounceReasons: { 2: reason } })).toMatchObject({
        status: 'sent',
        delivery: {
          status: 'sent',
          recipients: [{ status: 'sent' }, { status: 'bounced', at: day(1), reason }],
        },
      });
      expect(viewAfter(bounced).delivery.recipients[1]?.reason).toBe('bounced');
      const late: NdaEvent = {
        type: 'MailDelivered',
        open: { kind: 'document', party: 2, messageId: 'document-2' },
      };
      const arrived = (permanent: boolean) =>
        viewAfter([...sent, on(1, sample.bounced({ permanent })), sample.mailDelivered, on(2, late)], {
          bounceReasons: { 2: reason },
        }).delivery.recipients;
      const first = { party: 1, status: 'delivered', at: START, reason: null, nextTryAt: null };
      const second = { party: 2, status: 'delivered', at: day(2), reason: null, nextTryAt: null };
      expect(arrived(false)).toEqual([first, second]);
      expect(arrived(true)).toEqual([first, { ...second, status: 'bounced', at: day(1), reason }]);
    });

    it('a bounced invitation: shows nothing at the document', () => {
      const other = sample.bounced({ kind: 'invitation', messageId: 'invitation-1' });
      expect(
        viewAfter([...inPersonSealed, sample.documentSent(2), other]).delivery.recipients[1],
      ).toMatchObject({ status: 'sent' });
    });
  });

  it('never contains a secret: neither token nor creator key, hash or image', () => {
    const all = [
      ...remoteInvited,
      sample.accessGranted,
      sample.party2SignedRemotely,
      sample.completed,
      sample.sealed,
    ];
    for (let events = 1; events <= all.length; events += 1) {
      const text = JSON.stringify(viewAfter(all.slice(0, events)));
      const secrets = [
        sample.TOKEN,
        sample.CREATOR,
        sample.hashOf('9'),
        sample.SIGNATURE_1,
        sample.SIGNATURE_2,
        sample.VOUCHER,
      ];
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(text).not.toContain('data:image');
    }
  });
});
