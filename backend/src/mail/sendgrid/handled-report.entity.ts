import { entityOf, instant, text } from '../../platform/postgres/columns.js';

/**
 * Reports of the mail provider that were handled. The rows hold no personal data, because a report's id
 * reveals nothing about a person.
 */
export const HandledReportEntity = entityOf(
  'handled_mail_reports',
  ['eventId'],
  {
    /** The provider's id of the report. It stays the same when the report is repeated. */
    eventId: text(),
    handledAt: instant,
  },
  [{ name: 'handled_mail_reports_handled_at', on: ['handledAt'] }],
);
