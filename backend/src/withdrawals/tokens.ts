import type { FoundOrder } from '../agreements/finding/find-order.js';

/** Injection tokens for dependencies that other folders provide. */
export const FIND_ORDER = Symbol('FindOrder');
export const OWN_ORDER = Symbol('OwnOrder');

/** Finds an order by any text with which a person refers to it; undefined if no known order matches. */
export type FindOrder = (reference: string) => Promise<FoundOrder | undefined>;

/**
 * True if a text identifies a paid order, and the mailbox belongs or once belonged to that order's party. The
 * result is taken from the streams, not from database rows.
 */
export type OwnOrder = (reference: string, email: string) => Promise<boolean>;
