import type { Party } from '@siegel/contracts/enums';
import type { VoucherEvent } from '../voucher.events.js';

export const CODE = 'NDA-ABCD-EFGH';
export const EXPIRES = '2026-11-12T22:59:59.999Z';

export const issued: VoucherEvent = {
  type: 'VoucherIssued',
  open: { category: '10-day-code', expiresAt: EXPIRES },
  personal: { code: CODE, recipientName: 'Grace Hopper' },
};
export const named = (recipientName: string | null = 'Grace B. Hopper'): VoucherEvent => ({
  type: 'VoucherRecipientNamed',
  open: {},
  personal: { recipientName },
});
export const redeemed = (ndaId = 'nda-1', party: Party = 1): VoucherEvent => ({
  type: 'VoucherRedeemed',
  open: { ndaId, party },
});
export const released = (ndaId = 'nda-1', party: Party = 1): VoucherEvent => ({
  type: 'VoucherReleased',
  open: { ndaId, party, because: 'already_paid' },
});
export const deleted: VoucherEvent = { type: 'VoucherDeleted', open: {} };
export const keyDue: VoucherEvent = { type: 'VoucherKeyDestructionDue', open: { days: 90 } };
export const keyDestroyed: VoucherEvent = {
  type: 'VoucherKeyDestroyed',
  open: {
    keyId: 'key-1',
    destroyedAt: '2026-11-11T10:00:00.000Z',
    receiptKeyId: 'receipt-1',
    receiptSignature: 'c2lnbmF0dXJl',
  },
};

/** One event of each type. The fixtures of version 1 were made from these events. */
export const oneOfEach: { readonly [T in VoucherEvent['type']]: VoucherEvent } = {
  VoucherIssued: issued,
  VoucherRecipientNamed: named(),
  VoucherRedeemed: redeemed(),
  VoucherReleased: released(),
  VoucherDeleted: deleted,
  VoucherKeyDestructionDue: keyDue,
  VoucherKeyDestroyed: keyDestroyed,
};
