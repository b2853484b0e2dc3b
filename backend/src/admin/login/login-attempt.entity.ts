import { boolean, entityOf, instant, integer, text } from '../../platform/postgres/columns.js';

/** Number of recent wrong passwords from an address. */
export const LoginAttemptEntity = entityOf(
  'login_attempts',
  ['address'],
  {
    /** Keyed hash of the address (IPv6: of its /64). */
    address: text(),
    failures: integer,
    lastAt: instant,
    /** True if somebody ever logged in from there. */
    known: boolean,
  },
  [{ name: 'login_attempts_last_at', on: ['known', 'lastAt'] }],
);
