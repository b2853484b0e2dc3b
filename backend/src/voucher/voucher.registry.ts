import type { EventRegistry } from '../eventsourcing/journal/event.js';
import { count, instant, oneOf, optional, orNull, text, uuid } from '../eventsourcing/journal/fields.js';
import { keyDestroyed } from '../eventsourcing/journal/key-destroyed.js';

const party = oneOf(1, 2);

/**
 * The registry of a voucher's events, built like the registry of NDA events. The stream's name contains a
 * keyed hash of the code (rule:voucher-code-is-secret).
 */
export const voucherEvents = {
  VoucherIssued: {
    version: 1,
    open: {
      category: text,
      /** End of the last day on which the voucher is accepted, in Europe/Berlin. */
      expiresAt: instant,
    },
    personal: { code: text, recipientName: orNull(text) },
    makesKey: true,
    meaning: 'The admin made a voucher.',
  },
  VoucherRecipientNamed: {
    version: 1,
    open: {},
    personal: { recipientName: orNull(text) },
    meaning: 'The admin noted the recipient of the voucher.',
  },
  VoucherRedeemed: {
    version: 1,
    open: {
      ndaId: uuid,
      party,
      /**
       * SHA-256 of the token of the link through which Party 2 redeemed the voucher. Absent if the voucher
       * was redeemed on Party 1's screen.
       */
      tokenHash: optional(text),
    },
    personal: {},
    meaning: 'The voucher was taken for one party of one NDA.',
  },
  VoucherReleased: {
    version: 1,
    open: {
      ndaId: uuid,
      party,
      /** The code with which the NDA refused the voucher. */
      because: text,
    },
    personal: {},
    meaning: 'The NDA refused the voucher after it was taken; it is free again.',
  },
  VoucherDeleted: { version: 1, open: {}, personal: {}, meaning: 'The admin deleted the voucher.' },
  /**
   * Recorded before the key is destroyed, unless the voucher was deleted. A deletion itself makes the
   * destruction due.
   */
  VoucherKeyDestructionDue: {
    version: 1,
    open: {
      /** The configured number of days for which a used or expired voucher keeps its code. */
      days: count,
    },
    personal: {},
    meaning: 'The voucher has outlived its retention; its key now has to be destroyed.',
  },
  VoucherKeyDestroyed: {
    version: 1,
    open: keyDestroyed,
    personal: {},
    meaning:
      'The voucher was deleted or had outlived its retention; its key is destroyed, with a signed receipt.',
  },
} satisfies EventRegistry;
