import type { Party } from '@siegel/contracts/enums';
import type { Recorded } from '../platform/journal/event.js';
import { voucherIdOf, type VoucherEvent } from './voucher.events.js';

export interface VoucherHolder {
  readonly ndaId: string;
  readonly party: Party;
}

export interface VoucherState {
  readonly id: string;
  readonly issued: boolean;
  readonly category: string;
  /** ISO 8601 UTC: the last instant at which it is accepted. */
  readonly expiresAt: string;
  /** Undefined when the payload is gone. */
  readonly code: string | undefined;
  readonly recipientName: string | null | undefined;
  /** For whom it is taken. */
  readonly holder: VoucherHolder | undefined;
  readonly usedAt: string | null;
  readonly createdAt: string;
  readonly deletedAt: string | null;
  readonly revision: number;
  /** Time of the last event. */
  readonly lastAt: string;
}

/** Before the first event. */
export const initialVoucher: VoucherState = {
  id: '',
  issued: false,
  category: '',
  expiresAt: '',
  code: undefined,
  recipientName: undefined,
  holder: undefined,
  usedAt: null,
  createdAt: '',
  deletedAt: null,
  revision: -1,
  lastAt: '',
};

/** The state after one more event. Pure and never refuses. */
export const evolveVoucher = (state: VoucherState, event: Recorded<VoucherEvent>): VoucherState => ({
  ...state,
  ...change(event),
  revision: event.revision,
  lastAt: event.at,
});

type Folds = {
  readonly [T in VoucherEvent['type']]: (event: Recorded<Extract<VoucherEvent, { type: T }>>) => Partial<VoucherState>;
};

const folds: Folds = {
  VoucherIssued: ({ stream, at, open, personal }) => ({
    id: voucherIdOf(stream),
    issued: true,
    category: open.category,
    expiresAt: open.expiresAt,
    code: personal?.code,
    recipientName: personal?.recipientName,
    createdAt: at,
  }),
  VoucherRecipientNamed: ({ personal }) => ({ recipientName: personal?.recipientName }),
  VoucherRedeemed: ({ at, open }) => ({ holder: { ndaId: open.ndaId, party: open.party }, usedAt: at }),
  VoucherReleased: () => ({ holder: undefined, usedAt: null }),
  VoucherDeleted: ({ at }) => ({ deletedAt: at }),
};

/** The registry of folds and the union of events have the same keys; only the pairing of one key with its own event is beyond the checker. */
const change = (event: Recorded<VoucherEvent>): Partial<VoucherState> =>
  (folds[event.type] as (event: Recorded<VoucherEvent>) => Partial<VoucherState>)(event);
