import { entityOf, instant, text } from '../../platform/postgres/columns.js';

/** Reports of the mail provider that are done. Nothing in it is personal: the id tells nothing. */
export const HandledReportEntity = entityOf(
  'handled_mail_reports',
  ['eventId'],
  {
    /** As the provider names it, the same each time that it repeats it. */
    eventId: text(),
    handledAt: instant,
  },
  [{ name: 'handled_mail_reports_handled_at', on: ['handledAt'] }],
);
