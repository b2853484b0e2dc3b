import type { EventStore, Position } from '../event-store.js';

/**
 * A position in the server's log. The commit position alone identifies an event. A checkpoint between two
 * events may need both numbers.
 */
export interface LogPosition {
  readonly commit: string;
  readonly prepare: string;
}

/**
 * Position that servers before 24.10.5 report for a subscription that went live before it reached any event.
 * The value is -1 as an unsigned number. A read from this position always begins at the end that the log has
 * at that moment.
 */
const NOWHERE = '18446744073709551615';

export const isNowhere = (position: Position): boolean => position === NOWHERE;

/**
 * Returns the position from which a subscriber continues after a checkpoint. The checkpoint 'nowhere' does
 * not name an event that the subscriber has seen, so the subscriber starts at the beginning of the log. From
 * any later position, it could miss events that were written after the checkpoint.
 */
export const startOf = (after: Position | undefined): Position | undefined =>
  after === undefined || isNowhere(after) ? undefined : after;

/** The returned position contains both numbers only if they differ. */
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

/** Yields nothing: the server assigns the positions itself, so every event has its place in the order of the log. */
export const noneMisplaced: EventStore['misplaced'] = async function* () {
  yield* [];
};
