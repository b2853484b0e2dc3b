import type { FoundOrder } from '../agreements/finding/find-order.js';

/** Injection tokens of what this side needs from elsewhere. */
export const FIND_ORDER = Symbol('FindOrder');
export const OWN_ORDER = Symbol('OwnOrder');

/** Whatever somebody wrote to name an order; undefined where nothing is known of it. */
export type FindOrder = (reference: string) => Promise<FoundOrder | undefined>;

/** Whether a text names a paid order, and an address is of a mailbox that its party has or had: no row decides it. */
export type OwnOrder = (reference: string, email: string) => Promise<boolean>;
