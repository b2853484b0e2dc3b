import { byDefault, entityOf, instant, text } from '../../platform/postgres/columns.js';
import type { Role } from '@siegel/contracts/enums';

/** A login of the admin or the auditor. */
export const SessionEntity = entityOf('admin_sessions', ['id'], {
  /** Keyed hash of the random id in the cookie. */
  id: text(),
  role: text<Role>(),
  /** The mark of the password that the role had at the login. */
  openedWith: byDefault('', text()),
  createdAt: instant,
  lastSeenAt: instant,
});
