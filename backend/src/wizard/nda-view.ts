import type { Party } from '@siegel/contracts/enums';
import { ADDRESSES_MAX, INVITATIONS_MAX } from '@siegel/contracts/limits';
import { OPEN_TERMS, pickTerms, SEALED_TERMS } from '@siegel/contracts/nda/term-fields';
import type { DeliveryView, NdaView } from '@siegel/contracts/nda/view';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import { amountDue } from '@siegel/contracts/payments/price';
import type { NdaPersonal } from '../nda/nda.events.js';
import { isPast } from './nda-row-delivery.js';
import { refundDue } from '../nda/money-back.js';
import { awaitsSignature } from '../nda/rules/invitation.js';
import type { NdaRow } from './nda-row.js';
import { priceBasis } from './nda-row-payments.js';

/** The personal parts of a row, opened. */
export interface OpenedNda {
  readonly created: NdaPersonal;
  /** As recorded (rule:agreement-commitment). */
  readonly agreementHash: string;
  /** Where they were corrected. */
  readonly party1Email: string | undefined;
  readonly party2Email: string | undefined;
  readonly voucherCode: string | undefined;
  /** IP address from which Party 2 signed remotely. */
  readonly party2SignatureIp: string | undefined;
  readonly bounceReasons: { readonly [P in Party]?: string };
}

/**
 * `2026-11-21T04:12:42.123+00:00`, which is how PostgreSQL writes most instants in JSON: zeros at the end it
 * leaves out.
 */
const isUsual = (time: string): boolean => time.length === 29 && time.endsWith('+00:00');

/** The usual ones as text, which costs a quarter of a Date. */
const iso = (time: string | null): string | null =>
  time === null ? null : isUsual(time) ? `${time.slice(0, 23)}Z` : new Date(time).toISOString();

function delivery(row: NdaRow, opened: OpenedNda): DeliveryView {
  const retrying = row.deliveryError !== null && row.deliveryStage !== 'sent';
  const recipients = row.recipients.map(({ party, status, at, code, nextTryAt = null }) => ({
    party,
    status: status === 'failed' ? ('retrying' as const) : status,
    at: iso(at),
    reason: status === 'bounced' ? (opened.bounceReasons[party] ?? code) : status === 'failed' ? code : null,
    nextTryAt: iso(nextTryAt),
  }));
  return { status: retrying ? 'retrying' : row.deliveryStage, error: row.deliveryError, recipients };
}

/**
 * N of the HTTP contract. Secrets are replaced: the token by its fingerprint, signatures by the address of
 * their image (rule:no-secret-in-a-view).
 */
export function ndaView(row: NdaRow, opened: OpenedNda): NdaView {
  const remote = row.signatureMode === 'remote';
  return {
    id: row.id,
    ...pickTerms(opened.created, SEALED_TERMS),
    ...pickTerms(row, OPEN_TERMS),
    party1Email: opened.party1Email ?? opened.created.party1Email,
    party2Email: opened.party2Email ?? opened.created.party2Email,
    party1Signature: row.party1SignedAt === null ? null : `/api/ndas/${row.id}/signatures/1`,
    party1SignedAt: iso(row.party1SignedAt),
    party2Signature: row.party2SignedAt === null ? null : `/api/ndas/${row.id}/signatures/2`,
    party2SignedAt: iso(row.party2SignedAt),
    signatureMode: row.signatureMode,
    status: row.status,
    remoteStatus: !remote
      ? null
      : row.party2SignedAt !== null
        ? 'signed'
        : awaitsSignature(row.invitationStatus)
          ? 'awaiting'
          : null,
    party1PaysForBoth: row.party1PaysForBoth,
    party1PaymentIntentId: row.party1PaymentIntentId,
    party1PaymentStatus: row.party1PaymentStatus,
    party1PaymentAmount: row.party1PaymentAmount,
    party1PaidAt: iso(row.party1PaidAt),
    party2PaymentIntentId: row.party2PaymentIntentId,
    party2PaymentStatus: row.party2PaymentStatus,
    party2PaymentAmount: row.party2PaymentAmount,
    party2PaidAt: iso(row.party2PaidAt),
    voucherCode: opened.voucherCode ?? null,
    voucherUsedAt: iso(row.voucherUsedAt),
    party2SignatureToken: row.tokenHash === null ? null : row.tokenHash.slice(0, 16),
    party2SignatureTokenExpiresAt: iso(row.tokenExpiresAt),
    party2SignatureLinkSentAt: iso(row.linkSentAt),
    party2SignatureReminderCount: row.manualReminders,
    automaticReminder1DaySent: row.automaticReminders.includes('day1'),
    automaticReminder3DaysSent: row.automaticReminders.includes('day3'),
    automaticReminder6DaysSent: row.automaticReminders.includes('day6'),
    party2SignatureCompletedAt: remote ? iso(row.party2SignedAt) : null,
    party2SignatureIp: opened.party2SignatureIp ?? null,
    paymentIntentId: row.party1PaymentIntentId,
    paymentStatus: row.paymentStatus,
    paidAt: iso(row.paidAt),
    createdAt: iso(row.createdAt) ?? '',
    deletedAt: null,
    expiresAt: iso(row.tokenExpiresAt),
    remindersSent: row.manualReminders,
    orderNumber: orderNumber(row.id, 1),
    amountDue: amountDue(priceBasis(row), 1),
    refundDue: refundDue(row.moneyBack),
    agreementHash: opened.agreementHash,
    templateVersion: row.templateVersion,
    revision: row.revision,
    invitationStatus: row.invitationStatus,
    invitationOpenedAt: iso(row.invitationOpenedAt),
    lastReminderAt: iso(row.lastReminderAt),
    remindersDeclined: row.remindersDeclined,
    invitationsLeft: INVITATIONS_MAX - row.invitations,
    addressesLeft: ADDRESSES_MAX - row.addresses,
    mailProblems: row.mail.problems.map(({ kind, party, code, permanent, at }) => ({
      kind,
      party,
      code,
      permanent,
      at,
    })),
    disputed: [...row.disputes],
    otherDevices: row.creatorKeyHashes.length - 1,
    delivery: delivery(row, opened),
  };
}

/** What N says at this moment: the same object until a next attempt that it tells of is past. */
export function viewAt(view: NdaView, now: Date): NdaView {
  const { delivery } = view;
  if (!delivery.recipients.some((one) => isPast(one, now))) return view;
  const recipients = delivery.recipients.map((one) => (isPast(one, now) ? { ...one, nextTryAt: null } : one));
  return { ...view, delivery: { ...delivery, recipients } };
}
