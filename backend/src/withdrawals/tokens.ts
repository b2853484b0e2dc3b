import type { FoundOrder } from '../agreements/finding/find-order.js';

/** Injection tokens of dependencies from other folders. */
export const FIND_ORDER = Symbol('FindOrder');
export const OWN_ORDER = Symbol('OwnOrder');

/** Finds an order by any text that a person used to name it; undefined if none is known. */
export type FindOrder = (reference: string) => Promise<FoundOrder | undefined>;

/**
 * True if a text names a paid order and the mailbox belongs or belonged to its party. The streams decide
 * this, not rows.
 */
export type OwnOrder = (reference: string, email: string) => Promise<boolean>;
