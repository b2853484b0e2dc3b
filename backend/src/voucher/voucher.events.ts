import type { Party } from '@siegel/contracts/enums';
import type { NewEvent } from '../eventsourcing/journal/event.js';
import type { KeyDestroyed } from '../eventsourcing/journal/key-destroyed.js';

/**
 * Everything that can be said of a voucher. Its stream is named by a keyed hash of the code
 * (rule:voucher-code-is-secret).
 */

export type VoucherIssued = NewEvent<
  'VoucherIssued',
  {
    readonly category: string;
    /** End of the last day in Europe/Berlin, ISO 8601 UTC. */
    readonly expiresAt: string;
  },
  { readonly code: string; readonly recipientName: string | null }
>;
export type VoucherRecipientNamed = NewEvent<
  'VoucherRecipientNamed',
  object,
  { readonly recipientName: string | null }
>;
export type VoucherRedeemed = NewEvent<
  'VoucherRedeemed',
  {
    readonly ndaId: string;
    readonly party: Party;
    /** SHA-256 of the link through which Party 2 took it; absent on Party 1's screen. */
    readonly tokenHash?: string;
  }
>;
export type VoucherReleased = NewEvent<
  'VoucherReleased',
  {
    readonly ndaId: string;
    readonly party: Party;
    /** The code with which the NDA refused. */
    readonly because: string;
  }
>;
export type VoucherDeleted = NewEvent<'VoucherDeleted'>;
/** Stands before its key is destroyed, where that is not because somebody deleted it. */
export type VoucherKeyDestructionDue = NewEvent<
  'VoucherKeyDestructionDue',
  {
    /** Days for which a voucher that was used or has expired keeps its code, as they were configured. */
    readonly days: number;
  }
>;
export type VoucherKeyDestroyed = NewEvent<'VoucherKeyDestroyed', KeyDestroyed>;

export type VoucherEvent =
  | VoucherIssued
  | VoucherRecipientNamed
  | VoucherRedeemed
  | VoucherReleased
  | VoucherDeleted
  | VoucherKeyDestructionDue
  | VoucherKeyDestroyed;

export const VOUCHER_STREAM_PREFIX = 'voucher-';
/** @param id keyed hash of the code, hexadecimal */
export const voucherStream = (id: string): string => `${VOUCHER_STREAM_PREFIX}${id}`;
export const voucherIdOf = (stream: string): string => stream.slice(VOUCHER_STREAM_PREFIX.length);
