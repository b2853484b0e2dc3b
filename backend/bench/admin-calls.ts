import { addDays } from '@siegel/contracts/analytics/days';
import { NDA_STATUSES } from '@siegel/contracts/enums';
import type { ClientBase } from 'pg';
import type { LoggedInCall } from './logged-in-calls.js';
import { commonParts, rareParts } from './people.js';

// The calls that the bench makes as the admin, and the visits that it inserts first.

/** Visits are spread over this many days. The last day is today. */
const DAYS = 730;
/** Number of views in the last minute that no tick has counted yet. */
const UNCOUNTED_VIEWS = 1_000;

const day = (ago: number): string => addDays(new Date().toISOString().slice(0, 10), -ago);
const range = (days: number, n: number): string => {
  const end = n % DAYS;
  return `/api/analytics/summary?startDate=${day(end + days - 1)}&endDate=${day(end)}`;
};

const LIST_PAGE = 20;
const PARTS = 200;
const nth = <Of>(all: readonly Of[], n: number): Of => all[n % all.length] as Of;
const search = (list: string, part: string): string =>
  `/api/admin/${list}?search=${encodeURIComponent(part)}`;

/**
 * Returns the kinds of calls. The bench mixes them evenly.
 * @param ndas number of agreements
 * @param ids ids of some of the agreements
 */
export function adminCalls(ndas: number, ids: readonly string[]): readonly LoggedInCall[] {
  const [common, rare] = [commonParts(PARTS), rareParts(PARTS, ndas)];
  const pages = Math.ceil(ndas / LIST_PAGE);
  return [
    { name: 'figures', path: () => '/api/admin/analytics' },
    { name: 'summary of the last 7 days', path: () => '/api/analytics/summary' },
    { name: 'summary of 30 days', path: (n) => range(30, n) },
    { name: 'summary of a year', path: (n) => range(365, n) },
    { name: 'summary of ten years', path: (n) => range(3653, n) },
    { name: 'NDAs, any of the first ten pages', path: (n) => `/api/admin/ndas?page=${1 + (n % 10)}` },
    { name: 'NDAs, any page', path: (n) => `/api/admin/ndas?page=${1 + ((n * 7919) % pages)}` },
    {
      name: 'NDAs in a state, oldest first',
      path: (n) => `/api/admin/ndas?status=${nth(NDA_STATUSES, n)}&sort=created`,
    },
    { name: `NDAs with any of the ${PARTS} commonest parts`, path: (n) => search('ndas', nth(common, n)) },
    { name: `NDAs with any of ${PARTS} rare parts`, path: (n) => search('ndas', nth(rare, n)) },
    { name: 'NDAs, search by id', path: (n) => search('ndas', nth(ids, n)) },
    { name: 'vouchers', path: (n) => `/api/admin/vouchers?page=${1 + (n % 10)}` },
    { name: 'vouchers, search by name', path: () => search('vouchers', 'Hopper') },
    { name: 'obligations', path: () => '/api/admin/obligations' },
    { name: 'one NDA', path: (n) => `/api/ndas/${nth(ids, n)}` },
    { name: 'agreement of an NDA', path: (n) => `/api/ndas/${nth(ids, n)}/agreement` },
    { name: 'readings of an NDA', path: (n) => `/api/audit/ndas/${nth(ids, n)}/readings` },
  ];
}

const PAGES = `(ARRAY['home', 'home', 'home', 'faq', 'contact', 'nda-wizard', 'nda-wizard', 'about', 'other', 'how-it-works'])`;

/**
 * Writes views directly into their tables, which must be empty. Also records, for every second view, that the
 * wizard was opened.
 */
export async function fillVisits(client: ClientBase, views: number): Promise<void> {
  // Views and sums are written in one transaction. Otherwise a tick of the backend could run between the two
  // writes and count some views.
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO page_views (id, page, "timestamp", user_agent, session_id, is_counted)
     SELECT gen_random_uuid(), ${PAGES}[1 + n % 10],
       CASE WHEN n <= $2 THEN now() ELSE now() - (n % ${DAYS}) * interval '1 day' END, NULL, NULL, n > $2
     FROM generate_series(1, $1::int) n`,
    [views, Math.min(UNCOUNTED_VIEWS, views)],
  );
  await client.query(
    `INSERT INTO funnel_events (id, event_type, nda_id, "timestamp", day, session_id, is_counted)
     SELECT gen_random_uuid(), 'view', NULL, now() - (n % ${DAYS}) * interval '1 day', current_date - n % ${DAYS}, NULL, true
     FROM generate_series(1, $1::int) n`,
    [Math.floor(views / 2)],
  );
  await client.query(
    `INSERT INTO visit_sums (kind, day, name, value)
     SELECT 'page', ("timestamp" AT TIME ZONE 'Europe/Berlin')::date, page, count(*) FROM page_views WHERE is_counted GROUP BY 2, 3
     UNION ALL SELECT 'step', day, event_type, count(*) FROM funnel_events WHERE is_counted GROUP BY 2, 3`,
  );
  // The service would have deleted these rows by now (rule:visitors-are-forgotten).
  for (const table of ['page_views', 'funnel_events'])
    await client.query(`DELETE FROM ${table} WHERE is_counted AND "timestamp" < now() - interval '29 days'`);
  await client.query('COMMIT');
}
