import type { Recorded } from '../eventsourcing/journal/event.js';
import { type VoucherEvent, voucherIdOf } from './voucher.events.js';
import type { VoucherState } from './voucher.state.js';

/** Returns the state after one more event. Pure; never throws. */
export const evolveVoucher = (state: VoucherState, event: Recorded<VoucherEvent>): VoucherState => ({
  ...state,
  ...change(event),
  revision: event.revision,
  lastAt: event.at,
});

type Folds = {
  readonly [T in VoucherEvent['type']]: (
    event: Recorded<Extract<VoucherEvent, { type: T }>>,
  ) => Partial<VoucherState>;
};

const folds: Folds = {
  VoucherIssued: ({ stream, open, personal }) => ({
    id: voucherIdOf(stream),
    issued: true,
    expiresAt: open.expiresAt,
    code: personal?.code,
    recipientName: personal?.recipientName,
  }),
  VoucherRecipientNamed: ({ personal }) => ({ recipientName: personal?.recipientName }),
  VoucherRedeemed: ({ at, open }) => ({ holder: { ndaId: open.ndaId, party: open.party }, usedAt: at }),
  VoucherReleased: () => ({ holder: undefined, usedAt: null }),
  VoucherDeleted: ({ at }) => ({ deletedAt: at }),
  VoucherKeyDestructionDue: ({ at }) => ({ keyDueAt: at }),
  VoucherKeyDestroyed: ({ open }) => ({ keyDestroyedAt: open.destroyedAt }),
};

/**
 * Each type of event has its own fold, but the type checker cannot see that `folds[event.type]` accepts this
 * event.
 */
const change = (event: Recorded<VoucherEvent>): Partial<VoucherState> =>
  (folds[event.type] as (event: Recorded<VoucherEvent>) => Partial<VoucherState>)(event);
