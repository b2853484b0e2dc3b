import type { Party } from '@siegel/contracts/enums';
import { ADDRESSES_MAX, INVITATIONS_MAX } from '@siegel/contracts/limits';
import { OPEN_TERMS, pickTerms, SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import type { DeliveryView, NdaView } from '@siegel/contracts/nda/view';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import { refundDue } from '../nda/money-back.js';
import type { NdaPersonal } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { isAwaitingSignature, linkExpiresAt } from '../nda/rules/invitation.js';
import { partyMoney } from '../nda/rules/party-money.js';
import { amountDue, overallPaymentStatus } from '../nda/rules/price.js';
import { isPast } from '../nda/rules/recipients.js';
import { hasDeclinedReminders } from '../nda/rules/reminder.js';

/** The personal parts of an agreement, opened. */
export interface UnsealedNda {
  readonly created: NdaPersonal;
  /** The hash that was recorded for the agreement (rule:agreement-commitment). */
  readonly agreementHash: string;
  /** The corrected address; undefined if the address was never corrected. */
  readonly party1Email: string | undefined;
  readonly party2Email: string | undefined;
  readonly voucherCode: string | undefined;
  /** IP address from which Party 2 signed remotely. */
  readonly party2SignatureIp: string | undefined;
  readonly bounceReasons: { readonly [P in Party]?: string };
}

function stageOf({ status, delivery, dueAtRevision }: NdaState): Exclude<DeliveryView['status'], 'retrying'> {
  if (status === 'sent') return 'sent';
  if (delivery.documentHash !== null) return 'sending';
  return dueAtRevision === null ? 'none' : 'making';
}

function deliveryView(state: NdaState, unsealed: UnsealedNda): DeliveryView {
  const { error, recipients } = state.delivery;
  const stage = stageOf(state);
  return {
    status: error !== null && stage !== 'sent' ? 'retrying' : stage,
    error,
    recipients: ([1, 2] as const).map((party) => {
      const { status, at, code, nextTryAt } = recipients[party];
      return {
        party,
        status: status === 'failed' ? 'retrying' : status,
        at,
        reason:
          status === 'bounced' ? (unsealed.bounceReasons[party] ?? code) : status === 'failed' ? code : null,
        nextTryAt,
      };
    }),
  };
}

function paymentView({ payments, paidAt, ...state }: NdaState, unsealed: UnsealedNda) {
  const [first, second] = [payments[1], payments[2]];
  const { moneyBack } = state;
  const [money1, money2] = [partyMoney({ payments, moneyBack }, 1), partyMoney({ payments, moneyBack }, 2)];
  return {
    party1PaymentIntentId: first.paymentIntentId,
    party1PaymentStatus: first.status,
    party1PaymentAmount: first.amount,
    party1PaidAt: first.paidAt,
    party2PaymentIntentId: second.paymentIntentId,
    party2PaymentStatus: second.status,
    party2PaymentAmount: second.amount,
    party2PaidAt: second.paidAt,
    voucherCode: unsealed.voucherCode ?? null,
    voucherUsedAt: first.voucherUsedAt,
    paymentIntentId: first.paymentIntentId,
    paymentStatus: overallPaymentStatus({ payments, ...state }),
    paidAt,
    amountDue: amountDue({ payments, ...state }, 1),
    refundDue: refundDue(moneyBack),
    party1MoneyBack: money1.word,
    party2MoneyBack: money2.word,
    party1Refunded: money1.refunded,
    party2Refunded: money2.refunded,
    party1ChargedBack: money1.chargedBack,
    party2ChargedBack: money2.chargedBack,
  };
}

/** Shows the link by its fingerprint (rule:no-secret-in-a-view), and only while the link can be used. */
function invitationView(state: NdaState) {
  const { invitation } = state;
  const expiresAt = linkExpiresAt(state);
  const reminders = invitation?.automaticReminders ?? [];
  return {
    party2SignatureToken: isAwaitingSignature(state) ? (invitation?.tokenHash.slice(0, 16) ?? null) : null,
    party2SignatureTokenExpiresAt: expiresAt,
    party2SignatureLinkSentAt: invitation?.sentAt ?? null,
    party2SignatureReminderCount: state.manualReminders,
    automaticReminder1DaySent: reminders.includes('day1'),
    automaticReminder3DaysSent: reminders.includes('day3'),
    automaticReminder6DaysSent: reminders.includes('day6'),
    expiresAt,
    remindersSent: state.manualReminders,
    invitationStatus: invitation?.status ?? ('none' as const),
    invitationOpenedAt: invitation?.openedAt ?? null,
    lastReminderAt: invitation?.lastReminderAt ?? null,
    remindersDeclined: hasDeclinedReminders(state),
    invitationsLeft: INVITATIONS_MAX - state.invitations,
    addressesLeft: ADDRESSES_MAX - state.addresses,
  };
}

function remoteStatusOf(state: NdaState): NdaView['remoteStatus'] {
  if (state.mode !== 'remote') return null;
  if (state.party2 !== undefined) return 'signed';
  return isAwaitingSignature(state) ? 'awaiting' : null;
}

function signingView(state: NdaState, unsealed: UnsealedNda) {
  const { id, mode, party1, party2 } = state;
  return {
    party1Signature: party1 === undefined ? null : `/api/ndas/${id}/signatures/1`,
    party1SignedAt: party1?.at ?? null,
    party2Signature: party2 === undefined ? null : `/api/ndas/${id}/signatures/2`,
    party2SignedAt: party2?.at ?? null,
    signatureMode: mode,
    remoteStatus: remoteStatusOf(state),
    party1PaysForBoth: state.party1PaysForBoth,
    party2SignatureCompletedAt: mode === 'remote' ? (party2?.at ?? null) : null,
    party2SignatureIp: unsealed.party2SignatureIp ?? null,
  };
}

/**
 * Returns the view that the HTTP contract calls N. Secrets are replaced: a fingerprint replaces the token,
 * and the URL of an image replaces each signature (rule:no-secret-in-a-view).
 * @param untrustedSince time of the last event that counts, if the stream is closed after it
 * @throws Error for an NDA that was never created
 */
export function ndaView(
  state: NdaState,
  unsealed: UnsealedNda,
  untrustedSince: string | null = null,
): NdaView {
  const { id, status, terms } = state;
  if (terms === undefined || status === 'none') throw new Error('there is no NDA to show');
  return {
    id,
    ...pickTerms(unsealed.created, SEALED_TERMS),
    ...pickTerms(terms, OPEN_TERMS),
    party1Email: unsealed.party1Email ?? unsealed.created.party1Email,
    party2Email: unsealed.party2Email ?? unsealed.created.party2Email,
    status,
    ...signingView(state, unsealed),
    ...paymentView(state, unsealed),
    ...invitationView(state),
    createdAt: state.createdAt,
    deletedAt: null,
    orderNumber: orderNumber(id, 1),
    agreementHash: unsealed.agreementHash,
    templateVersion: state.templateVersion,
    revision: state.revision,
    mailProblems: state.mail.problems.map(({ kind, party, code, permanent, at }) => ({
      kind,
      party,
      code,
      permanent,
      at,
    })),
    disputed: [...state.disputed],
    otherDevices: state.creatorKeyHashes.length - 1,
    delivery: deliveryView(state, unsealed),
    untrustedSince,
  };
}

/**
 * Returns the view (`N`) as of `now`. If the planned time of a delivery attempt has passed, that time is
 * null. If no planned time has passed, the same object is returned.
 */
export function viewAt(view: NdaView, now: Date): NdaView {
  const { delivery } = view;
  if (!delivery.recipients.some((one) => isPast(one, now))) return view;
  const recipients = delivery.recipients.map((one) => (isPast(one, now) ? { ...one, nextTryAt: null } : one));
  return { ...view, delivery: { ...delivery, recipients } };
}
