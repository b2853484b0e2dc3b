import type { Party } from '@siegel/contracts/enums';
import type { EventDeclaration, NewEvent } from '../platform/journal/event.js';

/** Everything that can be said of a voucher. Its stream is named by a keyed hash of the code (decisions 5). */

export type VoucherIssued = NewEvent<
  'VoucherIssued',
  { readonly category: string /** End of the last day in Europe/Berlin, ISO 8601 UTC. */; readonly expiresAt: string },
  { readonly code: string; readonly recipientName: string | null }
>;
export type VoucherRecipientNamed = NewEvent<'VoucherRecipientNamed', object, { readonly recipientName: string | null }>;
export type VoucherRedeemed = NewEvent<'VoucherRedeemed', { readonly ndaId: string; readonly party: Party }>;
export type VoucherReleased = NewEvent<
  'VoucherReleased',
  { readonly ndaId: string; readonly party: Party /** The code with which the NDA refused. */; readonly because: string }
>;
export type VoucherDeleted = NewEvent<'VoucherDeleted'>;

export type VoucherEvent = VoucherIssued | VoucherRecipientNamed | VoucherRedeemed | VoucherReleased | VoucherDeleted;

export const VOUCHER_STREAM_PREFIX = 'voucher-';
/** @param id keyed hash of the code, hexadecimal */
export const voucherStream = (id: string): string => `${VOUCHER_STREAM_PREFIX}${id}`;
export const voucherIdOf = (stream: string): string => stream.slice(VOUCHER_STREAM_PREFIX.length);

type OpenKeys<T extends VoucherEvent['type']> = keyof Extract<VoucherEvent, { type: T }>['open'] & string;
type PersonalKeys<T extends VoucherEvent['type']> = keyof NonNullable<Extract<VoucherEvent, { type: T }>['personal']> & string;

export const voucherEvents: {
  [T in VoucherEvent['type']]: EventDeclaration & { open: readonly OpenKeys<T>[]; personal: readonly PersonalKeys<T>[] };
} = {
  VoucherIssued: {
    version: 1,
    open: ['category', 'expiresAt'],
    personal: ['code', 'recipientName'],
    makesKey: true,
    meaning: 'The admin made a voucher.',
  },
  VoucherRecipientNamed: { version: 1, open: [], personal: ['recipientName'], meaning: 'The admin noted for whom the voucher is.' },
  VoucherRedeemed: { version: 1, open: ['ndaId', 'party'], personal: [], meaning: 'The voucher was taken for one party of one NDA.' },
  VoucherReleased: {
    version: 1,
    open: ['ndaId', 'party', 'because'],
    personal: [],
    meaning: 'The NDA refused the voucher after it was taken; it is free again.',
  },
  VoucherDeleted: { version: 1, open: [], personal: [], meaning: 'The admin deleted the voucher.' },
};
