import type { Party } from '@siegel/contracts/enums';

export interface VoucherHolder {
  readonly ndaId: string;
  readonly party: Party;
}

export interface VoucherState {
  readonly id: string;
  readonly issued: boolean;
  /** The last instant at which the voucher is accepted; ISO 8601 UTC. */
  readonly expiresAt: string;
  /** Undefined if the sealed part is gone. */
  readonly code: string | undefined;
  readonly recipientName: string | null | undefined;
  /** The party for which the voucher is redeemed. */
  readonly holder: VoucherHolder | undefined;
  readonly usedAt: string | null;
  readonly deletedAt: string | null;
  /**
   * Time at which the service found that the retention time is over. From this time until `keyDestroyedAt`,
   * the key is due for destruction.
   */
  readonly keyDueAt: string | null;
  /** Time from which code and recipient can be neither read nor changed. */
  readonly keyDestroyedAt: string | null;
  readonly revision: number;
  /** Time of the last event. */
  readonly lastAt: string;
}

/** State before the first event. */
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
