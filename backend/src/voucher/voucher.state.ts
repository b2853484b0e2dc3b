import type { Party } from '@siegel/contracts/enums';

export interface VoucherHolder {
  readonly ndaId: string;
  readonly party: Party;
}

export interface VoucherState {
  readonly id: string;
  readonly issued: boolean;
  /** ISO 8601 UTC: the last instant at which it is accepted. */
  readonly expiresAt: string;
  /** Undefined if the sealed part is gone. */
  readonly code: string | undefined;
  readonly recipientName: string | null | undefined;
  /** The party that it is redeemed for. */
  readonly holder: VoucherHolder | undefined;
  readonly usedAt: string | null;
  readonly deletedAt: string | null;
  /**
   * When its retention time was found to be over, so that its key is due for destruction until
   * `keyDestroyedAt`.
   */
  readonly keyDueAt: string | null;
  /** From this time on code and recipient can be neither read nor changed. */
  readonly keyDestroyedAt: string | null;
  readonly revision: number;
  /** Time of the last event. */
  readonly lastAt: string;
}

/** Before the first event. */
export const initialVoucher: VoucherState = {
  id: '',
  issued: false,
  expiresAt: '',
  code: undefined,
  recipientName: undefined,
  holder: undefined,
  usedAt: null,
  deletedAt: null,
  keyDueAt: null,
  keyDestroyedAt: null,
  revision: -1,
  lastAt: '',
};
