import {
  boolean,
  byDefault,
  date,
  entityOf,
  instant,
  orNull,
  text,
  uuid,
} from '../platform/postgres/columns.js';
import { COUNTED, UNCOUNTED } from './page-view.entity.js';

/**
 * Table `funnel_events` (rule:table-names). It is no projection. All its rows are of type `view`, one per
 * session and day. `created`, `signed` and `paid` are derived from the NDA's events in `nda_figures`; no
 * client writes them (rule:funnel-comes-from-the-log).
 */
export const FunnelEventEntity = entityOf(
  'funnel_events',
  ['id'],
  {
    id: uuid,
    eventType: text(),
    ndaId: orNull(uuid),
    timestamp: instant,
    /** In Europe/Berlin. */
    day: date,
    /**
     * Keyed hash of the browser's session id. Set to null when the retention period ends, if no sum contains
     * the row by then.
     */
    sessionId: orNull(text()),
    /** True if `visit_sums` contains the event. */
    isCounted: byDefault(false, boolean),
  },
  [
    { name: 'funnel_events_once', on: ['eventType', 'sessionId', 'day'], unique: true },
    { name: 'funnel_events_uncounted', on: ['day', 'eventType'], where: UNCOUNTED },
    { name: 'funnel_events_counted', on: ['timestamp'], where: COUNTED },
  ],
);
