import type { EventOf } from '../../eventsourcing/journal/event.js';
import type { withdrawalEvents } from './withdrawal.registry.js';

type Events = typeof withdrawalEvents;
type WithdrawalDeclared = EventOf<Events, 'WithdrawalDeclared'>;

export type WithdrawalEvent = EventOf<Events>;
export type WithdrawalReceiptSent = EventOf<Events, 'WithdrawalReceiptSent'>;
export type WithdrawalReceiptFailed = EventOf<Events, 'WithdrawalReceiptFailed'>;
export type WithdrawalClosed = EventOf<Events, 'WithdrawalClosed'>;
export type WithdrawalKeyDestructionDue = EventOf<Events, 'WithdrawalKeyDestructionDue'>;
export type WithdrawalKeyDestroyed = EventOf<Events, 'WithdrawalKeyDestroyed'>;

/** The content of a declaration, all of which is personal. */
export type Declaration = NonNullable<WithdrawalDeclared['personal']>;
export type ReceiptKind = NonNullable<WithdrawalDeclared['open']['receipt']>;

export const WITHDRAWAL_STREAM_PREFIX = 'withdrawal-';
/** @param id UUID */
export const withdrawalStream = (id: string): string => `${WITHDRAWAL_STREAM_PREFIX}${id}`;
export const withdrawalIdOf = (stream: string): string => stream.slice(WITHDRAWAL_STREAM_PREFIX.length);
