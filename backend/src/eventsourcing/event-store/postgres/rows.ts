import type { Position, StoredEvent } from '../event-store.js';

/** In the order of `COLUMNS`; read as arrays, which is a third faster than objects. */
export type EventRow = [
  position: string,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: Buffer,
  metadata: Buffer,
];

export const COLUMNS = 'position, stream, revision, id, type, data, metadata';

export function asEvent(row: EventRow): StoredEvent {
  return {
    position: asPosition(row[0]),
    stream: row[1],
    revision: row[2],
    id: row[3],
    type: row[4],
    data: row[5],
    metadata: row[6],
  };
}

/** Positions are this table's numbers; they stay below 2^53. */
export function asPosition(value: string | number): Position {
  return String(value) as Position;
}

/** @throws Error when the position cannot be of this kind of store. */
export function asNumber(position: Position | undefined): number {
  if (position === undefined) return 0;
  const value = Number(position);
  if (!/^\d{1,16}$/.test(position) || !Number.isSafeInteger(value))
    throw new Error(`not a position of this event store: ${position}`);
  return value;
}
