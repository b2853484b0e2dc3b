import { boolean, entityOf, instant, integer, text } from '../../platform/postgres/columns.js';

/** How often an address gave a wrong password of late. */
export const LoginAttemptEntity = entityOf(
  'login_attempts',
  ['address'],
  {
    /** Keyed hash of the address (IPv6: of its /64). */
    address: text(),
    failures: integer,
    lastAt: instant,
    /** Whether somebody ever logged in from there. */
    known: boolean,
  },
  [{ name: 'login_attempts_last_at', on: ['known', 'lastAt'] }],
);
