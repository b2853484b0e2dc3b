import type { Position } from '../event-store.js';

/**
 * A place in the server's log. An event is named by its commit position alone. A checkpoint between events
 * may need both numbers.
 */
export interface LogPosition {
  readonly commit: string;
  readonly prepare: string;
}

/**
 * Position that servers before 24.10.5 report for a subscription that went live before it met any event. It
 * is -1 as an unsigned number. As a position to read from, it always means the log's end, however much is
 * written later.
 */
const NOWHERE = '18446744073709551615';

export const isNowhere = (position: Position): boolean => position === NOWHERE;

/**
 * Returns the position from which to go on after a checkpoint. A checkpoint of 'nowhere' names no event that
 * was seen, so its subscriber starts from the beginning. From any later place it could miss events written
 * since that checkpoint.
 */
export const startOf = (after: Position | undefined): Position | undefined =>
  after === undefined || isNowhere(after) ? undefined : after;

/** Contains both numbers only if they differ. */
export function asPosition(commit: string, prepare = commit): Position {
  return (commit === prepare ? commit : `${commit}/${prepare}`) as Position;
}

export function isPosition(position: string): boolean {
  return /^\d{1,20}(\/\d{1,20})?$/.test(position);
}

/** @throws Error if the position cannot belong to this kind of store. */
export function asLogPosition(position: Position): LogPosition {
  if (!isPosition(position)) throw new Error(`not a position of this event store: ${position}`);
  const [commit = '', prepare = commit] = position.split('/');
  return { commit, prepare };
}

/** True if `one` lies before `other` in the log. */
export function isBefore(one: Position, other: Position): boolean {
  const [a, b] = [asLogPosition(one), asLogPosition(other)];
  return a.commit === b.commit ? isLess(a.prepare, b.prepare) : isLess(a.commit, b.commit);
}

/** Compares decimal numbers of up to 64 bits as text. That is exact and needs no BigInt for every event. */
function isLess(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}
