import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { EventBytes, EventStore, UntrustedEvent } from '../../event-store/event-store.js';
import type { NewEvent, Recorded } from '../../journal/event.js';
import { DELETED, type Projection } from '../projection.js';

/** Example domain for the runners' tests: named counters that are opened, added to, noted and closed. */
export type CounterEvent =
  | NewEvent<'Opened', { name: string }>
  | NewEvent<'Added', { amount: number }>
  | NewEvent<'Noted', Record<string, never>>
  | NewEvent<'Closed', Record<string, never>>;

export interface CounterRow {
  readonly id: string;
  readonly name: string;
  readonly totalAmount: number;
  readonly openedAt: string;
  readonly history: { readonly amounts: readonly number[] };
}

/**
 * Returns a projection of the counters. A different `weight` makes the fold compute different totals, so that
 * tests can tell which version of the fold wrote a row.
 */
export function counters(version = 1, weight = 1): Projection<CounterRow, CounterEvent> {
  return {
    name: 'counters',
    version,
    table: 'counters',
    columns: ['id', 'name', 'totalAmount', 'openedAt', 'history'],
    streamPrefix: 'counter-',
    id: (event) => event.stream.slice('counter-'.length),
    fold: (row, event) => foldCounter(row, event, weight),
  };
}

function foldCounter(
  row: CounterRow | undefined,
  event: Recorded<CounterEvent>,
  weight: number,
): CounterRow | undefined | typeof DELETED {
  switch (event.type) {
    case 'Opened':
      return {
        id: event.stream.slice('counter-'.length),
        name: event.open.name,
        totalAmount: 0,
        openedAt: event.at,
        history: { amounts: [] },
      };
    case 'Added':
      return (
        row && {
          ...row,
          totalAmount: row.totalAmount + event.open.amount * weight,
          history: { amounts: [...row.history.amounts, event.open.amount] },
        }
      );
    case 'Closed':
      return DELETED;
    default:
      return undefined;
  }
}

export async function createCountersTable(pool: Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE counters (
      id uuid NOT NULL,
      revision integer NOT NULL,
      name text NOT NULL CONSTRAINT counters_name_check CHECK (name <> ''),
      total_amount integer NOT NULL,
      opened_at timestamp with time zone NOT NULL,
      history jsonb NOT NULL,
      CONSTRAINT counters_pkey PRIMARY KEY (id),
      CONSTRAINT counters_name_key UNIQUE (name, id)
    );
    CREATE INDEX counters_total_idx ON counters (total_amount DESC) WHERE total_amount > 0;`);
}

export interface CounterEventInput {
  readonly type: CounterEvent['type'];
  readonly open: object;
}

export const opened = (name: string): CounterEventInput => ({ type: 'Opened', open: { name } });
export const added = (amount: number): CounterEventInput => ({ type: 'Added', open: { amount } });
export const noted: CounterEventInput = { type: 'Noted', open: {} };
export const closed: CounterEventInput = { type: 'Closed', open: {} };

export const bytesOf = ({ type, open }: CounterEventInput): EventBytes => ({
  id: randomUUID(),
  type: `${type}.v1`,
  data: Buffer.from(JSON.stringify({ open })),
  metadata: Buffer.from(JSON.stringify({ at: '2026-03-01T12:00:00.000Z' })),
});

/**
 * Appends events to the counter's stream. `after` is the revision of the stream's last event, or -1 for a new
 * stream.
 */
export function appendTo(
  store: EventStore,
  id: string,
  after: number,
  ...events: CounterEventInput[]
): ReturnType<EventStore['append']> {
  return store.append(`counter-${id}`, after === -1 ? 'no-stream' : after, events.map(bytesOf));
}

/** Decodes the events of the example domain. */
export const counterJournal = {
  decode<E extends NewEvent>(stored: UntrustedEvent): Recorded<E> {
    const { open } = JSON.parse(Buffer.from(stored.data).toString()) as { open: object };
    const { at } = JSON.parse(Buffer.from(stored.metadata).toString()) as { at: string };
    const event: unknown = {
      id: stored.id,
      stream: stored.stream,
      revision: stored.revision,
      position: stored.position,
      type: stored.type.replace(/\.v\d+$/, ''),
      at,
      commandId: `command-${stored.id}`,
      correlationId: `correlation-${stored.id}`,
      open,
    };
    return event as Recorded<E>;
  },
};
