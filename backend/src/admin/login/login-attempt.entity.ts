import { boolean, entityOf, instant, integer, text } from '../../platform/postgres/columns.js';

/** The number of recent wrong passwords from each address. */
export const LoginAttemptEntity = entityOf(
  'login_attempts',
  ['address'],
  {
    /** Keyed hash of an IPv4 address, or of the /64 network of an IPv6 address. */
    address: text(),
    failures: integer,
    lastAt: instant,
    /** True if somebody ever logged in from the address. */
    known: boolean,
  },
  [{ name: 'login_attempts_last_at', on: ['known', 'lastAt'] }],
);
