import { boolean, entityOf, instant, integer, text } from '../../platform/postgres/columns.js';

/**
 * The number of recent wrong passwords from each address. All clients whose address is unknown share one row,
 * except for browsers that logged in before. Each such browser has its own row.
 */
export const LoginAttemptEntity = entityOf(
  'login_attempts',
  ['address'],
  {
    /**
     * Keyed hash of an IPv4 address, of the /64 network of an IPv6 address, or of the name that takes the
     * place of an unknown address.
     */
    address: text(),
    failures: integer,
    lastAt: instant,
    /** True if somebody ever logged in from the address. */
    known: boolean,
  },
  [{ name: 'login_attempts_last_at', on: ['known', 'lastAt'] }],
);
