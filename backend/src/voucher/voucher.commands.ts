import type { Party } from '@siegel/contracts/enums';
import type { VoucherKeyDestroyed } from './voucher.events.js';

/** Everything one may ask of a voucher. */

export interface IssueVoucher {
  readonly type: 'IssueVoucher';
  /** Keyed hash of the code, hexadecimal: it names the stream (rule:voucher-code-is-secret). */
  readonly voucherId: string;
  /** `NDA-XXXX-XXXX`. */
  readonly code: string;
  readonly category: string;
  readonly recipientName: string | null;
  /** ISO 8601 UTC, see voucherExpiry. */
  readonly expiresAt: string;
}
export interface NameVoucherRecipient {
  readonly type: 'NameVoucherRecipient';
  readonly recipientName: string | null;
}
/** Takes the voucher for one party of one NDA; the NDA is asked afterwards (ApplyVoucher). */
export interface RedeemVoucher {
  readonly type: 'RedeemVoucher';
  readonly ndaId: string;
  readonly party: Party;
  /** Hash of the link through which Party 2 takes it; absent on Party 1's screen. */
  readonly tokenHash?: string;
}
/** The NDA refused it. */
export interface ReleaseVoucher {
  readonly type: 'ReleaseVoucher';
  readonly ndaId: string;
  readonly party: Party;
  /** The code with which it refused. */
  readonly because: string;
}
export interface DeleteVoucher {
  readonly type: 'DeleteVoucher';
}
/** Its key is to go because its time is over; quiet while it is not. */
export interface NoteVoucherKeyDue {
  readonly type: 'NoteVoucherKeyDue';
  /** Days for which a voucher that was used or has expired keeps its code. */
  readonly days: number;
}
/** Its code and recipient can never be read again. */
export type RecordVoucherKeyDestroyed = VoucherKeyDestroyed['open'] & {
  readonly type: 'RecordVoucherKeyDestroyed';
};

export type VoucherCommand =
  | IssueVoucher
  | NameVoucherRecipient
  | RedeemVoucher
  | ReleaseVoucher
  | DeleteVoucher
  | NoteVoucherKeyDue
  | RecordVoucherKeyDestroyed;
