import { boolean, byDefault, entityOf, instant, orNull, text, uuid } from '../platform/postgres/columns.js';

/** True for rows that no sum contains yet. */
export const UNCOUNTED = 'NOT is_counted';
/** True for rows that a sum contains. They are deleted after the retention period. */
export const COUNTED = 'is_counted';

/** Table `page_views` (rule:table-names). It has plain rows and is no projection. */
export const PageViewEntity = entityOf(
  'page_views',
  ['id'],
  {
    id: uuid,
    page: text(),
    timestamp: instant,
    /**
     * Set to null, together with `sessionId`, when the retention period ends, if no sum contains the row by
     * then.
     */
    userAgent: orNull(text()),
    /** Keyed hash of the browser's session id. */
    sessionId: orNull(text()),
    /** True if `visit_sums` contains the view. */
    isCounted: byDefault(false, boolean),
  },
  [
    { name: 'page_views_uncounted', on: ['timestamp', 'page'], where: UNCOUNTED },
    { name: 'page_views_counted', on: ['timestamp'], where: COUNTED },
  ],
);
