import { byDefault, entityOf, instant, text } from '../../platform/postgres/columns.js';
import type { Role } from '@siegel/contracts/enums';

/** A login of the admin or the auditor. */
export const SessionEntity = entityOf('admin_sessions', ['id'], {
  /** The session's id: a keyed hash of the cookie's content. */
  id: text(),
  role: text<Role>(),
  /**
   * The mark of the password that opened the session, followed by a proof of the row (`rowOf`). Empty if the
   * previous version wrote the row.
   */
  openedWith: byDefault('', text()),
  createdAt: instant,
  lastSeenAt: instant,
});
