import { addDays } from '@siegel/contracts/analytics/days';
import { PRICE_PER_PARTY } from '@siegel/contracts/limits';
import type { Client } from 'pg';

/** What the bench asks as the admin, and what it fills first so that the answer is one of a service of years. */

/** How much there is when the calls are made. */
export interface AdminSize {
  readonly ndas: number;
  readonly views: number;
}

export interface AdminCall {
  readonly name: string;
  /** Of the nth time that it is made. */
  readonly path: (n: number) => string;
}

/** Puts rows into tables of its own, which were empty. */
export type AdminFill = (client: Client, size: AdminSize) => Promise<void>;

/** Visits and NDAs are spread over so many days up to today. */
const DAYS = 730;
/** Of the last minute, which no tick has counted. */
const UNCOUNTED_VIEWS = 1_000;

const day = (ago: number): string => addDays(new Date().toISOString().slice(0, 10), -ago);
const range = (days: number, n: number): string => {
  const end = n % DAYS;
  return `/api/analytics/summary?startDate=${day(end + days - 1)}&endDate=${day(end)}`;
};

/** Mixed evenly. */
export const ADMIN_CALLS: readonly AdminCall[] = [
  { name: 'figures', path: () => '/api/admin/analytics' },
  { name: 'summary of the last 7 days', path: () => '/api/analytics/summary' },
  { name: 'summary of 30 days', path: (n) => range(30, n) },
  { name: 'summary of a year', path: (n) => range(365, n) },
  { name: 'summary of ten years', path: (n) => range(3653, n) },
];

/** Nobody folds these rows: of what they hold only the size is true. NDAs of every end: of twelve five are sent, one is signed, three wait for Party 2, two are drafts, one is erased. */
const figures: AdminFill = async (client, { ndas }) => {
  await client.query(
    `INSERT INTO nda_figures (id, revision, created_day, signed_day, paid_day, status, is_gone, signature_mode,
       party1_pays_for_both, party1, party2, counted, money_back)
     SELECT gen_random_uuid(), 19, d, CASE WHEN n % 12 < 6 THEN d END, CASE WHEN n % 12 < 5 THEN d END,
       CASE WHEN n % 12 < 5 THEN 'sent' WHEN n % 12 = 5 THEN 'completed' WHEN n % 12 < 9 THEN 'party1_signed' ELSE 'draft' END,
       n % 12 = 11, 'in-person', false, '{"status":"succeeded"}', '{"status":"none"}',
       CASE WHEN n % 12 < 5 THEN '[{"paymentIntentId":"pi"}]' ELSE '[]' END::jsonb, '{}'
     FROM (SELECT n, to_char(current_date - n % ${DAYS}, 'YYYY-MM-DD') AS d FROM generate_series(1, $1::int) n) AS days`,
    [ndas],
  );
  await client.query(
    `INSERT INTO figure_sums (name, part, value)
     SELECT 'created', created_day, count(*) FROM nda_figures GROUP BY 2
     UNION ALL SELECT 'signed', signed_day, count(*) FROM nda_figures WHERE signed_day IS NOT NULL GROUP BY 2
     UNION ALL SELECT 'paid', paid_day, count(*) FROM nda_figures WHERE paid_day IS NOT NULL GROUP BY 2
     UNION ALL SELECT 'status', status, count(*) FROM nda_figures WHERE NOT is_gone GROUP BY 2
     UNION ALL SELECT 'all-paid', '', count(paid_day) FROM nda_figures
     UNION ALL SELECT 'revenue', '', ${PRICE_PER_PARTY} * count(paid_day) FROM nda_figures`,
  );
};

const PAGES = `(ARRAY['home', 'home', 'home', 'faq', 'contact', 'nda-wizard', 'nda-wizard', 'about', 'other', 'how-it-works'])`;

/** Half of the views are of somebody who opened the wizard too. */
const visits: AdminFill = async (client, { views }) => {
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
};

export const ADMIN_FILLS: readonly AdminFill[] = [figures, visits];
