import type { Pool, PoolClient } from 'pg';
import { transaction } from '../../../platform/postgres/pool.js';
import type { EventBytes, Position, UntrustedEvent } from '../event-store.js';
import { isSameEvent } from '../same-events.js';
import { acceptUnmarked, isMarked, refusesUnmarked, refuseUnmarked } from './marked-events.js';
import { asEvent, asPosition, COLUMNS, type EventRow } from './rows.js';

/** An event to be written at a revision. Without a position it gets the next one, at the end of the log. */
export interface EventToPut {
  readonly revision: number;
  readonly event: EventBytes;
  readonly position: number | undefined;
}

export interface StreamRewrite {
  readonly stream: string;
  /** All rows of the stream, as they were when the rewrite was planned. */
  readonly seen: readonly UntrustedEvent[];
  readonly removed: readonly Position[];
  readonly put: readonly EventToPut[];
  /**
   * Rows of other streams that make room for an event, each with its new position. Undefined moves a row to
   * the end of the log.
   */
  readonly madeRoom: readonly { readonly from: number; readonly to: number | undefined }[];
  /** Milliseconds to wait for appends and other repairs; 10 000 by default. */
  readonly lockMs?: number;
}

/**
 * Thrown if the stream's rows changed since the rewrite was planned, or if other writers are in its way. Nothing
 * was written, and the rewrite can be planned again.
 */
export class StreamChanged extends Error {
  constructor(
    stream: string,
    what = `the rows of ${stream} changed since its repair was planned`,
    options?: ErrorOptions,
  ) {
    super(what, options);
    this.name = 'StreamChanged';
  }
}

/** Thrown if the database did not store what was written, for instance because of a trigger. Nothing remains. */
export class RewriteRefused extends Error {
  constructor(stream: string) {
    super(
      `The database did not store the events of ${stream} as they were written. Look for triggers and rules on the table event_store.events, and remove them.`,
    );
    this.name = 'RewriteRefused';
  }
}

const LOCK_MS = 10_000;
/** PostgreSQL's error code if a lock was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';
/** PostgreSQL's error codes for a conflict with another transaction, or with a row of another stream. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['23505', '40P01', '40001']);

const STREAM_ROWS = `SELECT ${COLUMNS} FROM event_store.events WHERE stream = $1 ORDER BY revision, position`;

async function rowsAt(client: PoolClient, positions: readonly number[]): Promise<UntrustedEvent[]> {
  const { rows } = await client.query<EventRow>({
    text: `SELECT ${COLUMNS} FROM event_store.events WHERE position = ANY($1::bigint[])`,
    values: [positions],
    rowMode: 'array',
  });
  return rows.map(asEvent);
}

async function rowsOf(client: PoolClient, stream: string): Promise<UntrustedEvent[]> {
  const { rows } = await client.query<EventRow>({ text: STREAM_ROWS, values: [stream], rowMode: 'array' });
  return rows.map(asEvent);
}

/**
 * Takes rows of a stream out and writes others, in one transaction. The table is locked against writers
 * meanwhile. So no append comes between the comparison with `seen` and the commit, and the events may get
 * positions in the midst of the log: no reader waits for an append that could still take one of them
 * (see ORDER_LOCK). Subscribers that are past a position do not get its event.
 * @throws StreamChanged, RewriteRefused
 */
export async function rewriteStream(pool: Pool, rewrite: StreamRewrite): Promise<void> {
  const { stream, seen, removed, put, madeRoom, lockMs = LOCK_MS } = rewrite;
  await transaction(pool, async (client) => {
    await client.query(`SET LOCAL lock_timeout = ${lockMs}`);
    await client.query('LOCK TABLE event_store.events IN SHARE ROW EXCLUSIVE MODE');
    if (!areSame(await rowsOf(client, stream), seen)) throw new StreamChanged(stream);
    await client.query(
      'DELETE FROM event_store.events WHERE stream = $1 AND coalesce(position, 0) = ANY($2::bigint[])',
      [stream, removed],
    );
    const areMoved = await makeRoom(client, madeRoom);
    for (const one of put) await insert(client, stream, one);
    if (!areMoved || !isWritten(await rowsOf(client, stream), rewrite)) throw new RewriteRefused(stream);
  }).catch((error: unknown) => {
    throw hindered(stream, error);
  });
}

function hindered(stream: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (CONFLICTS.has(code)) return new StreamChanged(stream, undefined, { cause: error });
  if (code !== LOCK_NOT_AVAILABLE) return error;
  const what = `Others keep the table of events locked, so ${stream} could not be repaired. Look for long transactions in pg_stat_activity, and run the command again.`;
  return new StreamChanged(stream, what, { cause: error });
}

/**
 * Moves rows of other streams. Their bytes stay as they are: a row from before APPEND_KEY gets no MAC here,
 * because nobody has checked who wrote it. So the constraint that would refuse such a row is left out meanwhile.
 * The table is locked, and no transaction of others sees it without the constraint.
 * @returns false if the database did not store the rows as they were
 */
async function makeRoom(client: PoolClient, madeRoom: StreamRewrite['madeRoom']): Promise<boolean> {
  if (madeRoom.length === 0) return true;
  const rows = await rowsAt(
    client,
    madeRoom.map(({ from }) => from),
  );
  const isHindered = !rows.every(({ metadata }) => isMarked(metadata)) && (await refusesUnmarked(client));
  if (isHindered) await acceptUnmarked(client);
  const moved: UntrustedEvent[] = [];
  for (const { from, to } of madeRoom) {
    const row = rows.find(({ position }) => Number(position) === from);
    // A row that is gone since the rewrite was planned has made room by itself.
    if (row === undefined) continue;
    const position = await move(client, from, to);
    if (position === undefined || position === row.position) return false;
    moved.push({ ...row, position: to === undefined ? position : asPosition(to) });
  }
  if (isHindered) await refuseUnmarked(client);
  const found = await rowsAt(
    client,
    moved.map(({ position }) => Number(position)),
  );
  return areSame(found, moved);
}

/** Moves the row, and returns its new position. */
async function move(client: PoolClient, from: number, to: number | undefined): Promise<Position | undefined> {
  const { rows } = await client.query<{ position: string }>({
    text: `UPDATE event_store.events SET position = ${to === undefined ? 'DEFAULT' : '$2'} WHERE position = $1 RETURNING position`,
    values: to === undefined ? [from] : [from, to],
  });
  return rows[0] && asPosition(rows[0].position);
}

/** Without a position the column's default takes the lock of the order before it assigns one. */
function insert(
  client: PoolClient,
  stream: string,
  { revision, event, position }: EventToPut,
): Promise<unknown> {
  const { id, type, data, metadata } = event;
  const values = [stream, revision, id, type, Buffer.from(data), Buffer.from(metadata)];
  return position === undefined
    ? client.query(
        `INSERT INTO event_store.events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)`,
        values,
      )
    : client.query(
        `INSERT INTO event_store.events (stream, revision, id, type, data, metadata, position) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [...values, position],
      );
}

/** Identifies a row. A position occurs once, but in a changed table several rows may lack one. */
const nameOf = ({ position, revision, id }: UntrustedEvent): string =>
  `${position} ${revision} ${id.toLowerCase()}`;

/** Compares rows regardless of their order. */
function areSame(found: readonly UntrustedEvent[], seen: readonly UntrustedEvent[]): boolean {
  const byName = new Map(seen.map((event) => [nameOf(event), event]));
  return (
    found.length === seen.length &&
    byName.size === seen.length &&
    found.every((event) => {
      const other = byName.get(nameOf(event));
      return other !== undefined && other.stream === event.stream && isSameEvent(event, other);
    })
  );
}

function isWritten(found: readonly UntrustedEvent[], { seen, removed, put }: StreamRewrite): boolean {
  const gone = new Set(removed);
  const byRevision = new Map(found.map((event) => [event.revision, event]));
  const staying = seen.filter(({ position }) => !gone.has(position));
  const isThere = (event: EventBytes, revision: number, position: number | undefined): boolean => {
    const row = byRevision.get(revision);
    return (
      row !== undefined &&
      isSameEvent(row, event) &&
      (position === undefined || Number(row.position) === position)
    );
  };
  return (
    found.length === staying.length + put.length &&
    staying.every((event) => isThere(event, event.revision, Number(event.position))) &&
    put.every(({ event, revision, position }) => isThere(event, revision, position))
  );
}
