import type { Party } from '@siegel/contracts/enums';
import type { VoucherKeyDestroyed } from './voucher.events.js';

/** The commands of a voucher. */

export interface IssueVoucher {
  readonly type: 'IssueVoucher';
  /**
   * Keyed hash of the code, hexadecimal. The hash is part of the stream's name (rule:voucher-code-is-secret).
   */
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
/** Redeems the voucher for one party of one NDA. The command `ApplyVoucher` on the NDA follows. */
export interface RedeemVoucher {
  readonly type: 'RedeemVoucher';
  readonly ndaId: string;
  readonly party: Party;
  /**
   * Hash of the token of the link through which Party 2 redeems the voucher. Absent if the voucher is
   * redeemed on Party 1's screen.
   */
  readonly tokenHash?: string;
}
/** Releases the voucher after the NDA refused it. */
export interface ReleaseVoucher {
  readonly type: 'ReleaseVoucher';
  readonly ndaId: string;
  readonly party: Party;
  /** The code with which the NDA refused the voucher. */
  readonly because: string;
}
export interface DeleteVoucher {
  readonly type: 'DeleteVoucher';
}
/**
 * Records that the key is due for destruction because the retention time is over. Before the retention time
 * is over, the command appends nothing.
 */
export interface NoteVoucherKeyDue {
  readonly type: 'NoteVoucherKeyDue';
  /** Number of days for which a used or expired voucher keeps its code. */
  readonly days: number;
}
/** Records that the key is destroyed, so that code and recipient can never be read again. */
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
