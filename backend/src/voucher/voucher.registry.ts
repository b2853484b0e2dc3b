import type { EventDeclaration } from '../eventsourcing/journal/event.js';
import type { VoucherEvent } from './voucher.events.js';

type OpenKeys<T extends VoucherEvent['type']> = keyof Extract<VoucherEvent, { type: T }>['open'] & string;
type PersonalKeys<T extends VoucherEvent['type']> = keyof NonNullable<
  Extract<VoucherEvent, { type: T }>['personal']
> &
  string;

/** What may be in each event, what of it is personal, and a line for the catalogue. */
export const voucherEvents: {
  [T in VoucherEvent['type']]: EventDeclaration & {
    open: readonly OpenKeys<T>[];
    personal: readonly PersonalKeys<T>[];
  };
} = {
  VoucherIssued: {
    version: 1,
    open: ['category', 'expiresAt'],
    personal: ['code', 'recipientName'],
    makesKey: true,
    meaning: 'The admin made a voucher.',
  },
  VoucherRecipientNamed: {
    version: 1,
    open: [],
    personal: ['recipientName'],
    meaning: 'The admin noted for whom the voucher is.',
  },
  VoucherRedeemed: {
    version: 1,
    open: ['ndaId', 'party'],
    personal: [],
    meaning: 'The voucher was taken for one party of one NDA.',
  },
  VoucherReleased: {
    version: 1,
    open: ['ndaId', 'party', 'because'],
    personal: [],
    meaning: 'The NDA refused the voucher after it was taken; it is free again.',
  },
  VoucherDeleted: { version: 1, open: [], personal: [], meaning: 'The admin deleted the voucher.' },
};
