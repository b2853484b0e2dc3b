import type { NdaView } from '@siegel/contracts/nda/view';
import type { NdaEvent } from '../nda/nda.events.js';
import { day, history, NDA_ID, on, START } from '../nda/testing/given.js';
import * as sample from '../nda/testing/samples.js';
import type { Step } from '../platform/journal/testing/given-when-then.js';
import { GONE } from '../platform/projections/projection.js';
import { type OpenedNda, ndaView } from './nda-view.js';
import { ndaProjection } from './nda.projection.js';
import type { NdaRow } from './nda-row.js';

const opened: OpenedNda = {
  created: sample.personal,
  party2Email: undefined,
  voucherCode: undefined,
  party2SignatureIp: undefined,
  bounceReasons: {},
};

/** N after these events. */
function viewAfter(steps: readonly Step<NdaEvent>[], changes: Partial<OpenedNda> = {}): NdaView {
  let row: NdaRow | undefined;
  for (const event of history(steps)) {
    const next = ndaProjection.fold(row, event);
    row = next === GONE ? undefined : next;
  }
  if (row === undefined) throw new Error('there is no row');
  return ndaView(row, { ...opened, ...changes });
}

describe('N', () => {
  it('of a draft: what was entered, and nothing else yet', () => {
    expect(viewAfter([sample.created])).toEqual({
      id: NDA_ID,
      ...sample.personal,
      ...sample.terms,
      party1Signature: null,
      party1SignedAt: null,
      party2Signature: null,
      party2SignedAt: null,
      signatureMode: null,
      status: 'draft',
      remoteStatus: null,
      party1PaysForBoth: false,
      party1PaymentIntentId: null,
      party1PaymentStatus: 'none',
      party1PaymentAmount: null,
      party1PaidAt: null,
      party2PaymentIntentId: null,
      party2PaymentStatus: 'none',
      party2PaymentAmount: null,
      party2PaidAt: null,
      voucherCode: null,
      voucherUsedAt: null,
      party2SignatureToken: null,
      party2SignatureTokenExpiresAt: null,
      party2SignatureLinkSentAt: null,
      party2SignatureReminderCount: 0,
      automaticReminder1DaySent: false,
      automaticReminder3DaysSent: false,
      automaticReminder6DaysSent: false,
      party2SignatureCompletedAt: null,
      party2SignatureIp: null,
      paymentIntentId: null,
      paymentStatus: 'none',
      paidAt: null,
      createdAt: START,
      deletedAt: null,
      expiresAt: null,
      remindersSent: 0,
      amountDue: 199,
      agreementHash: sample.AGREEMENT_HASH,
      templateVersion: 'v1',
      revision: 0,
      invitationStatus: 'none',
      delivery: {
        status: 'none',
        error: null,
        recipients: [
          { party: 1, status: 'queued', at: null, reason: null },
          { party: 2, status: 'queued', at: null, reason: null },
        ],
      },
    });
  });

  it.each([
    ['in person', sample.party1Signed(), { signatureMode: 'in-person', party1PaysForBoth: false, amountDue: 199 }],
    ['remotely, for both', sample.party1SignedRemote, { signatureMode: 'remote', party1PaysForBoth: true, amountDue: 398 }],
    ['remotely, each for itself', sample.party1SignedSplit, { signatureMode: 'remote', party1PaysForBoth: false, amountDue: 199 }],
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
    expect(viewAfter(remote)).toMatchObject({ signatureMode: 'remote', party1PaysForBoth: true, amountDue: 398, revision: 2 });
    expect(viewAfter([...remote, sample.madeInPerson(false)])).toMatchObject({ signatureMode: 'in-person', amountDue: 199 });
  });

  describe('of payments', () => {
    const unpaid = [sample.created, sample.party1Signed()];

    it('asked for: pending, with its intent', () => {
      const asked = [...unpaid, sample.requested(199)];
      expect(viewAfter(asked)).toMatchObject({ paymentStatus: 'pending', party1PaymentStatus: 'pending', party1PaymentIntentId: null });
      expect(viewAfter([...asked, sample.intentOpened()])).toMatchObject({
        paymentStatus: 'pending',
        party1PaymentIntentId: 'pi_1',
        paymentIntentId: 'pi_1',
        party1PaymentAmount: null,
        amountDue: 199,
      });
    });

    it('declined: still pending; failed for good: failed', () => {
      const asked = [...unpaid, sample.requested(199), sample.intentOpened()];
      expect(viewAfter([...asked, sample.failed()])).toMatchObject({ paymentStatus: 'pending', amountDue: 199 });
      expect(viewAfter([...asked, sample.failed({ final: true })])).toMatchObject({
        paymentStatus: 'failed',
        party1PaymentStatus: 'failed',
      });
    });

    it('by card: cents and time', () => {
      const paid = [...unpaid, sample.requested(199), sample.intentOpened(), on(2, sample.paid(199))];
      expect(viewAfter(paid)).toMatchObject({
        status: 'party1_signed',
        paymentStatus: 'succeeded',
        party1PaymentStatus: 'succeeded',
        party1PaymentAmount: 199,
        party1PaidAt: day(2),
        paidAt: day(2),
        amountDue: 0,
        delivery: { status: 'none' },
      });
    });

    it('by voucher: amount 0, its code and when it was used', () => {
      expect(viewAfter([...unpaid, on(2, sample.voucherApplied(199))], { voucherCode: 'NDA-ABCD-EFGH' })).toMatchObject({
        paymentStatus: 'succeeded',
        party1PaymentStatus: 'succeeded',
        party1PaymentAmount: 0,
        party1PaidAt: day(2),
        voucherCode: 'NDA-ABCD-EFGH',
        voucherUsedAt: day(2),
        amountDue: 0,
      });
    });

    it('of one of two shares: pending until the other is paid; a code of Party 2 is not shown as that of Party 1', () => {
      const first = [sample.created, sample.party1SignedSplit, sample.voucherApplied(199), sample.invited()];
      expect(viewAfter(first)).toMatchObject({ paymentStatus: 'pending', party1PaymentStatus: 'succeeded', amountDue: 0, paidAt: null });
      const both = [...first, on(3, sample.voucherApplied(199, { party: 2 }))];
      expect(viewAfter(both)).toMatchObject({ paymentStatus: 'succeeded', party2PaymentAmount: 0, party2PaidAt: day(3), paidAt: day(3) });
      expect(viewAfter([sample.created, sample.party1SignedSplit, sample.voucherApplied(199, { party: 2 })])).toMatchObject({
        voucherUsedAt: null,
        party1PaymentStatus: 'none',
      });
    });

    it('that were made stay made, whatever becomes of mode and invitation', () => {
      const cancelled = [...sample.remoteInvited, sample.cancelled()];
      expect(viewAfter(cancelled)).toMatchObject({ signatureMode: 'in-person', amountDue: 0, paymentStatus: 'succeeded' });
      expect(viewAfter([...cancelled, sample.invited({ invitation: 2 })])).toMatchObject({ amountDue: 0 });
    });
  });

  describe('of an invitation', () => {
    const awaiting = { remoteStatus: 'awaiting', party2SignatureToken: sample.TOKEN.slice(0, 16), expiresAt: day(7) };

    it('shows where it stands, with a fingerprint in place of the token', () => {
      const { remoteInvited } = sample;
      expect(viewAfter(remoteInvited)).toMatchObject({ ...awaiting, invitationStatus: 'pending', party2SignatureLinkSentAt: null });
      const sent = [...remoteInvited, on(0.1, sample.invitationSent)];
      expect(viewAfter(sent)).toMatchObject({
        ...awaiting,
        invitationStatus: 'sent',
        party2SignatureLinkSentAt: day(0.1),
        party2SignatureTokenExpiresAt: day(7),
      });
      expect(viewAfter([...sent, sample.opened()])).toMatchObject({ ...awaiting, invitationStatus: 'opened' });
    });

    it('counts manual reminders, and names automatic ones', () => {
      const reminded = [...sample.remoteInvited, sample.reminded(), sample.reminded({ manualCount: 2 }), sample.reminded({ kind: 'day1' })];
      expect(viewAfter(reminded)).toMatchObject({
        remindersSent: 2,
        party2SignatureReminderCount: 2,
        automaticReminder1DaySent: true,
        automaticReminder3DaysSent: false,
        automaticReminder6DaysSent: false,
      });
      const again = [...reminded, sample.cancelled(), sample.invited({ invitation: 2, tokenHash: sample.NEXT_TOKEN })];
      expect(viewAfter(again)).toMatchObject({ remindersSent: 2, automaticReminder1DaySent: false, invitationStatus: 'pending' });
    });

    it('that was cancelled leads back to signing in person', () => {
      expect(viewAfter([...sample.remoteInvited, sample.cancelled()])).toMatchObject({
        signatureMode: 'in-person',
        remoteStatus: null,
        invitationStatus: 'cancelled',
        party2SignatureToken: null,
        expiresAt: null,
        party2SignatureTokenExpiresAt: null,
      });
    });

    it('that expired keeps its time and loses its token', () => {
      expect(viewAfter([...sample.remoteInvited, on(7, sample.expired)])).toMatchObject({
        signatureMode: 'remote',
        remoteStatus: null,
        invitationStatus: 'expired',
        party2SignatureToken: null,
        expiresAt: day(7),
      });
    });

    it('follows a corrected address', () => {
      const corrected = [...sample.remoteInvited, sample.invitationSent, sample.addressCorrected({ tokenHash: sample.NEXT_TOKEN })];
      expect(viewAfter(corrected, { party2Email: 'cb@example.org' })).toMatchObject({
        party2Email: 'cb@example.org',
        party1Email: sample.personal.party1Email,
        party2SignatureToken: sample.NEXT_TOKEN.slice(0, 16),
        invitationStatus: 'pending',
        expiresAt: day(7),
      });
    });

    it('that was used says when and from where', () => {
      const signed = [...sample.remoteInvited, on(2, sample.party2SignedRemotely), on(2, sample.completed)];
      expect(viewAfter(signed, { party2SignatureIp: '203.0.113.9' })).toMatchObject({
        status: 'completed',
        remoteStatus: 'signed',
        invitationStatus: 'signed',
        party2SignatureToken: null,
        party2SignatureCompletedAt: day(2),
        party2SignatureIp: '203.0.113.9',
      });
    });
  });

  describe('of the end', () => {
    it('signed by both and not paid: completed, payment due', () => {
      expect(viewAfter([...sample.inPersonComplete])).toMatchObject({
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
        [sample.inPersonPaid, 'completed', 'making'],
        [sample.inPersonSealed, 'completed', 'sending'],
        [[...sample.inPersonSealed, sample.documentSent(1)], 'completed', 'sending'],
        [[...sample.inPersonSealed, sample.documentSent(1), sample.documentSent(2), sample.sent], 'sent', 'sent'],
      ];
      for (const [events, status, stage] of stages)
        expect(viewAfter(events)).toMatchObject({ status, delivery: { status: stage, error: null } });
      expect(viewAfter(stages[2]?.[0] ?? []).delivery.recipients).toEqual([
        { party: 1, status: 'sent', at: START, reason: null },
        { party: 2, status: 'queued', at: null, reason: null },
      ]);
    });

    it('retrying: with the code, at the recipient too, and without a trace once it went through', () => {
      const failing = [...sample.inPersonSealed, sample.documentSent(1), sample.deliveryFailed];
      expect(viewAfter(failing)).toMatchObject({
        status: 'completed',
        delivery: { status: 'retrying', error: 'mail_unreachable', recipients: [{}, { status: 'failed', reason: 'mail_unreachable' }] },
      });
      expect(viewAfter([...failing, sample.documentSent(2), sample.sent]).delivery).toEqual({
        status: 'sent',
        error: null,
        recipients: [
          { party: 1, status: 'sent', at: START, reason: null },
          { party: 2, status: 'sent', at: START, reason: null },
        ],
      });
    });

    it('retrying while the document cannot be made', () => {
      const failed: NdaEvent = { type: 'DeliveryFailed', open: { stage: 'making', party: null, code: 'document_failed', attempt: 1 } };
      expect(viewAfter([...sample.inPersonPaid, failed]).delivery).toMatchObject({ status: 'retrying', error: 'document_failed' });
    });

    it('bounced after sent: shown at its recipient, with the reason while it can be opened; a later delivery ends it', () => {
      const sent = [...sample.inPersonSealed, sample.documentSent(1), sample.documentSent(2), sample.sent];
      const bounced = [...sent, on(1, sample.mailBounced)];
      const reason = '550 no such user';
      expect(viewAfter(bounced, { bounceReasons: { 2: reason } })).toMatchObject({
        status: 'sent',
        delivery: { status: 'sent', recipients: [{ status: 'sent' }, { status: 'bounced', at: day(1), reason }] },
      });
      expect(viewAfter(bounced).delivery.recipients[1]?.reason).toBe('bounced');
      const late: NdaEvent = { type: 'MailDelivered', open: { party: 2, messageId: 'document-2' } };
      const arrived = viewAfter([...bounced, sample.mailDelivered, on(2, late)], { bounceReasons: { 2: reason } });
      expect(arrived.delivery.recipients).toEqual([
        { party: 1, status: 'delivered', at: START, reason: null },
        { party: 2, status: 'delivered', at: day(2), reason: null },
      ]);
    });

    it('of an invitation that bounced shows nothing at the document', () => {
      const other: NdaEvent = { type: 'MailBounced', open: { party: 2, messageId: 'invitation-1', code: 'bounced' } };
      expect(viewAfter([...sample.inPersonSealed, sample.documentSent(2), other]).delivery.recipients[1]).toMatchObject({ status: 'sent' });
    });
  });

  it('never holds a secret: neither token nor capability, hash or image', () => {
    const all = [...sample.remoteInvited, sample.accessGranted, sample.party2SignedRemotely, sample.completed, sample.sealed];
    for (let events = 1; events <= all.length; events += 1) {
      const text = JSON.stringify(viewAfter(all.slice(0, events)));
      const secrets = [sample.TOKEN, sample.CREATOR, sample.hashOf('9'), sample.SIGNATURE_1, sample.SIGNATURE_2, sample.VOUCHER];
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(text).not.toContain('data:image');
    }
  });
});
