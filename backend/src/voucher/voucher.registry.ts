import type { RegistryOf } from '../eventsourcing/journal/event.js';
import { count, instant, oneOf, optional, text, uuid } from '../eventsourcing/journal/fields.js';
import { keyDestroyed } from '../eventsourcing/journal/key-destroyed.js';
import type { VoucherEvent } from './voucher.events.js';

const party = oneOf(1, 2);

/** The registry, as that of NDAs. */
export const voucherEvents: RegistryOf<VoucherEvent> = {
  VoucherIssued: {
    version: 1,
    open: { category: text, expiresAt: instant },
    personal: ['code', 'recipientName'],
    makesKey: true,
    meaning: 'The admin made a voucher.',
  },
  VoucherRecipientNamed: {
    version: 1,
    open: {},
    personal: ['recipientName'],
    meaning: 'The admin noted for whom the voucher is.',
  },
  VoucherRedeemed: {
    version: 1,
    open: { ndaId: uuid, party, tokenHash: optional(text) },
    personal: [],
    meaning: 'The voucher was taken for one party of one NDA.',
  },
  VoucherReleased: {
    version: 1,
    open: { ndaId: uuid, party, because: text },
    personal: [],
    meaning: 'The NDA refused the voucher after it was taken; it is free again.',
  },
  VoucherDeleted: { version: 1, open: {}, personal: [], meaning: 'The admin deleted the voucher.' },
  VoucherKeyDestructionDue: {
    version: 1,
    open: { days: count },
    personal: [],
    meaning: 'Its time is over; destroying the key is owed from here.',
  },
  VoucherKeyDestroyed: {
    version: 1,
    open: keyDestroyed,
    personal: [],
    meaning: 'It was deleted, or its time was over; the key is destroyed, with a signed receipt.',
  },
};
