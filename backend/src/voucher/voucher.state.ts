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

function change(event: Recorded<VoucherEvent>): Partial<VoucherState> {
  switch (event.type) {
    case 'VoucherIssued':
      return {
        id: voucherIdOf(event.stream),
        issued: true,
        category: event.open.category,
        expiresAt: event.open.expiresAt,
        code: event.personal?.code,
        recipientName: event.personal?.recipientName,
        createdAt: event.at,
      };
    case 'VoucherRecipientNamed':
      return { recipientName: event.personal?.recipientName };
    case 'VoucherRedeemed':
      return { holder: { ndaId: event.open.ndaId, party: event.open.party }, usedAt: event.at };
    case 'VoucherReleased':
      return { holder: undefined, usedAt: null };
    case 'VoucherDeleted':
      return { deletedAt: event.at };
  }
}
