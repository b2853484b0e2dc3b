import type { Party } from '@siegel/contracts/enums';

/** ISO 8601 as the fold writes it, or the Date that the driver gives back. */
export type Time = string | Date;

/** A sealed part of an event, kept in the row as it stands in the log; opened when the row is read. `bytes` is base64. */
export interface SealedPart {
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly keyId: string;
  readonly bytes: string;
}

/** Table `vouchers` (spec section 3). Code and recipient are sealed with the voucher's key (decisions 5). */
export interface VoucherRow {
  /** Keyed hash of the code, hexadecimal. */
  readonly id: string;
  readonly revision: number;
  readonly category: string;
  readonly isUsed: boolean;
  readonly usedAt: Time | null;
  readonly usedByNdaId: string | null;
  readonly usedByParty: Party | null;
  readonly expiresAt: Time;
  readonly createdAt: Time;
  readonly deletedAt: Time | null;
  readonly sealed: {
    /** Holds the code and the recipient as first noted. */
    readonly issued?: SealedPart;
    /** Holds the recipient as last noted. */
    readonly named?: SealedPart;
  };
}

export const VOUCHER_COLUMNS = [
  'id',
  'revision',
  'category',
  'isUsed',
  'usedAt',
  'usedByNdaId',
  'usedByParty',
  'expiresAt',
  'createdAt',
  'deletedAt',
  'sealed',
] as const satisfies readonly (keyof VoucherRow)[];
