import type { Pool } from 'pg';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { BATCH } from '../platform/postgres/in-batches.js';
import { UNCOUNTED } from './page-view.entity.js';

/**
 * Milliseconds between two runs of `countVisits`. A query for the sums adds the visits that no run has
 * counted yet.
 */
const EVERY_MS = 60_000;

/** A kind of visit for which sums are kept, with the table that contains the visits. */
interface Visits {
  readonly kind: 'page' | 'step';
  readonly table: 'page_views' | 'funnel_events';
  /** `day` is an SQL expression for the day in Europe/Berlin. `name` is one for the visited page or step. */
  readonly day: string;
  readonly name: string;
}

export const VISITS: readonly Visits[] = [
  {
    kind: 'page',
    table: 'page_views',
    day: `("timestamp" AT TIME ZONE 'Europe/Berlin')::date`,
    name: 'page',
  },
  { kind: 'step', table: 'funnel_events', day: 'day', name: 'event_type' },
];

/**
 * Returns a statement that marks some visits as counted and adds them to the sums. Even if several backends
 * count at the same time, each visit is counted once. A concurrent reader sees a visit either as an uncounted
 * row or in its sum, never as both.
 */
const countSome = ({ kind, table, day, name }: Visits): string => `
  WITH chosen AS (SELECT id FROM ${table} WHERE ${UNCOUNTED} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
  counted AS (UPDATE ${table} v SET is_counted = true FROM chosen WHERE v.id = chosen.id
    RETURNING ${day} AS day, ${name} AS name),
  summed AS (INSERT INTO visit_sums AS s (kind, day, name, value)
    SELECT '${kind}', day, name, count(*)::integer FROM counted GROUP BY day, name ORDER BY day, name
    ON CONFLICT (kind, day, name) DO UPDATE SET value = s.value + excluded.value)
  SELECT count(*)::integer AS counted FROM counted`;

/**
 * Keeps daily sums of visits, so that a summary need not count the views of a year (rule:visits-are-summed).
 */
export const countVisits = (pool: Pool): Scheduled => ({
  name: 'count-visits',
  everyMs: EVERY_MS,
  run: async (signal) => {
    for (const visits of VISITS)
      for (let counted = BATCH; counted >= BATCH && !signal.aborted; ) {
        const { rows } = await pool.query<{ counted: number }>(countSome(visits));
        counted = rows[0]?.counted ?? 0;
      }
  },
});
