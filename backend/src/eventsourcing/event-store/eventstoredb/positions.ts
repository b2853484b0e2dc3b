import type { Position } from '../event-store.js';

/**
 * A place in the server's log. An event has its commit position alone; a checkpoint between events may name
 * both.
 */
export interface LogPosition {
  readonly commit: string;
  readonly prepare: string;
}

/**
 * Position that servers before 24.10.5 report for a subscription that went live without any event: -1 as an
 * unsigned number. Read as a position it is the end of the log, whatever is written later.
 */
const NOWHERE = '18446744073709551615';

export const isNowhere = (position: Position): boolean => position === NOWHERE;

/**
 * Returns the position from which to go on after a checkpoint. A checkpoint of 'nowhere' marks no event that
 * was seen, so its subscriber starts from the beginning: from any later place it could miss events that were
 * written since.
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

/** Compares decimal numbers of up to 64 bits as text: exact, and without a big integer for every event. */
function isLess(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}
