import type { Pool } from 'pg';
import type { LoggedEvent } from '#src/eventsourcing/event-store/eventstoredb/testing/logged-event';
import type { ServerLog } from '#src/eventsourcing/event-store/eventstoredb/testing/server-log';
import { randomUUID } from 'node:crypto';
import type { Attack, Picked, Rows } from './attacks.js';
import {
  type AttackableRows,
  type Exchanged,
  exchange,
  type Image,
  presentImages,
  type Table,
} from './tables.js';

/** The events of a server, seen as a table. */
export const EVENTS_ON_SERVER: Table = {
  name: 'eventstoredb.events',
  columns: [
    { name: 'position', type: 'int8' },
    { name: 'stream', type: 'text' },
    { name: 'revision', type: 'int4' },
    { name: 'id', type: 'uuid' },
    { name: 'type', type: 'text' },
    { name: 'data', type: 'bytea' },
    { name: 'metadata', type: 'bytea' },
  ],
  key: ['position'],
};

/** SQLSTATE of a value that must be unique. */
const UNIQUE_VIOLATION = '23505';

/** @param log the log of the server that has the events. By default the events are in a table too */
export function attackableRows(pool: Pool, log?: ServerLog): AttackableRows {
  const events = log && new ServerRows(log);
  const isOnServer = ({ name }: Table): boolean => name === EVENTS_ON_SERVER.name;
  return {
    present: (table) => (events && isOnServer(table) ? events.present() : presentImages(pool, table)),
    exchange: (table, exchanged) =>
      events && isOnServer(table) ? events.exchange(exchanged) : exchange(pool, table, exchanged),
    query: (statement) => pool.query(statement),
  };
}

/** The events of the service on a server. The server's own events are left out. */
export const ownEvents = (log: ServerLog): readonly LoggedEvent[] =>
  log.events.filter(({ stream }) => !stream.startsWith('$') && stream !== 'event-store-identity');

/** Yields attacks by which an event is written a second time, at the end of a stream. */
export function* attacksAtTheEnd({ table, present }: Rows, pick: Picked): Generator<Attack> {
  const next = new Map<unknown, number>();
  for (const { stream, revision } of present)
    next.set(stream, Math.max(next.get(stream) ?? 0, Number(revision) + 1));
  const pairs = present.flatMap((row) => present.map((other) => [row, other] as const));
  for (const [{ stream }, other] of pick(pairs)) {
    const end = { ...other, stream, revision: next.get(stream), position: Number.MAX_SAFE_INTEGER };
    const place = stream === other['stream'] ? 'its stream' : 'another stream';
    for (const id of [other['id'], randomUUID()])
      yield {
        what: `${String(other['type'])} is written again at the end of ${place}`,
        table,
        gone: [],
        put: [{ ...end, id }],
      };
  }
}

class ServerRows {
  /** Positions that the server gave to added events, by the positions in their images. */
  private readonly given = new Map<number, number>();

  constructor(private readonly log: ServerLog) {}

  present(): Promise<Image[]> {
    return Promise.resolve(ownEvents(this.log).map(imageOf));
  }

  async exchange({ gone, put, beside = false, onlyTried = false }: Exchanged): Promise<void> {
    const removed = new Set(gone.flatMap((image) => this.eventOf(image) ?? []));
    const added = put.map((image) => this.placed(image, removed));
    const taken = new Set(this.log.events.filter((event) => !removed.has(event)).map(nameOf));
    const possible = added.filter((event) => !taken.has(nameOf(event)));
    if (possible.length < added.length && !beside)
      throw Object.assign(new Error('the stream has such an event'), { code: UNIQUE_VIOLATION });
    if (onlyTried) return;
    this.log.remove(removed);
    for (const event of possible) this.log.put(event);
  }

  private eventOf({ position }: Image): LoggedEvent | undefined {
    const at = this.given.get(Number(position)) ?? Number(position);
    return this.log.events.find((event) => event.position === at);
  }

  /** An added event comes behind all others. Another one gets the position of the event that it replaces. */
  private placed(image: Image, removed: ReadonlySet<LoggedEvent>): LoggedEvent {
    const wanted = Number(image['position']);
    const isFree = [...removed].some(({ position }) => position === wanted);
    const isOwn = this.log.events.every(({ position }) => position !== wanted) && wanted < this.log.end;
    const position = isFree || isOwn ? wanted : this.log.end;
    if (position !== wanted) this.given.set(wanted, position);
    return eventOf(image, position);
  }
}

const nameOf = ({ stream, revision }: LoggedEvent): string => `${stream}@${revision}`;
const text = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;
const bytes = (value: unknown): Buffer => Buffer.from(String(value).slice(2), 'hex');

const imageOf = ({ data, metadata, ...event }: LoggedEvent): Image => ({
  ...event,
  data: text(data),
  metadata: text(metadata),
});

const eventOf = (image: Image, position: number): LoggedEvent => ({
  ...(image as unknown as LoggedEvent),
  position,
  revision: Number(image['revision']),
  data: bytes(image['data']),
  metadata: bytes(image['metadata']),
});
