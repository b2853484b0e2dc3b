import type { Position } from '../event-store.js';

/**
 * A place in the server's log: of an event its commit position alone; a checkpoint between events may name
 * both.
 */
export interface LogPosition {
  readonly commit: string;
  readonly prepare: string;
}

/** Written with both numbers only where they differ. */
export function asPosition(commit: string, prepare = commit): Position {
  return (commit === prepare ? commit : `${commit}/${prepare}`) as Position;
}

export function isPosition(position: string): boolean {
  return /^\d{1,20}(\/\d{1,20})?$/.test(position);
}

/** @throws Error when the position cannot be of this kind of store. */
export function asLogPosition(position: Position): LogPosition {
  if (!isPosition(position)) throw new Error(`not a position of this event store: ${position}`);
  const [commit = '', prepare = commit] = position.split('/');
  return { commit, prepare };
}

/** Whether `one` lies before `other` in the log. */
export function isBefore(one: Position, other: Position): boolean {
  const [a, b] = [asLogPosition(one), asLogPosition(other)];
  return a.commit === b.commit ? isLess(a.prepare, b.prepare) : isLess(a.commit, b.commit);
}

/**
 * Decimal numbers of up to 64 bits, compared as they came: exact, and without making big integers for every
 * event.
 */
function isLess(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}
