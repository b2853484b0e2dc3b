import type { Party } from '@siegel/contracts/enums';

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
/** Its code and recipient can never be read again. */
export interface RecordVoucherKeyDestroyed {
  readonly type: 'RecordVoucherKeyDestroyed';
  readonly keyId: string;
  readonly destroyedAt: string;
  readonly receiptKeyId: string;
  readonly receiptSignature: string;
}

export type VoucherCommand =
  | IssueVoucher
  | NameVoucherRecipient
  | RedeemVoucher
  | ReleaseVoucher
  | DeleteVoucher
  | RecordVoucherKeyDestroyed;
