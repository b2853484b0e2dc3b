import type { ErrorCode } from '@siegel/contracts/errors';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

export interface LimitRule {
  readonly max: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
  /**
   * `exact` asks the database on each call and never lets one too many pass; `shared` counts in memory and
   * settles with the other backends every second, so that it costs no query per call.
   */
  readonly counting: 'exact' | 'shared';
  /** Where given, only calls that are refused with one of these codes count. */
  readonly countedCodes?: readonly ErrorCode[];
  /** Counts recipients of mail, not clients: one too many is `mail_limit` (rule:asked-mails-are-limited). */
  readonly counts?: 'recipients';
}

/**
 * Per client address, IPv6 by /64 (rule:limits-per-address). Login has rules of its own
 * (`login-throttle.ts`).
 */
export const LIMITS = {
  general: { max: 600, seconds: MINUTE, counting: 'shared' },
  /** Providers report from a few addresses, 50 times a second at most. */
  webhooks: { max: 3600, seconds: MINUTE, counting: 'shared' },
  /** A page comes with a dozen files. */
  pages: { max: 3000, seconds: MINUTE, counting: 'shared' },
  /** Load balancers and Prometheus ask from one address. */
  health: { max: 600, seconds: MINUTE, counting: 'shared' },
  analytics: { max: 60, seconds: MINUTE, counting: 'shared' },
  optimise: { max: 10, seconds: HOUR, counting: 'exact' },
  /** Of one session of the admin. */
  chat: { max: 60, seconds: HOUR, counting: 'exact' },
  ndas: { max: 30, seconds: HOUR, counting: 'exact' },
  wrongVouchers: {
    max: 10,
    seconds: HOUR,
    counting: 'exact',
    countedCodes: ['voucher_unknown', 'voucher_used', 'voucher_expired'],
  },
  /** Wrong passwords of addresses that never logged in before, over all of them (rule:login-is-throttled). */
  strangersLogin: { max: 60, seconds: MINUTE, counting: 'exact' },
  /** Counted per NDA, not per address: reading an image costs more than anything else that a party can ask for. */
  signatures: { max: 20, seconds: MINUTE, counting: 'exact' },
  /** Of one address, whatever the NDA. */
  signing: { max: 60, seconds: MINUTE, counting: 'shared' },
  /** Names that are written by hand; a screen asks when somebody has stopped typing (rule:typed-by-the-service). */
  typedNames: { max: 60, seconds: MINUTE, counting: 'shared' },
  /** Each may wake the delivery; a screen asks when a person presses its button (rule:send-again-is-safe). */
  sendEmail: { max: 60, seconds: MINUTE, counting: 'shared' },
  verify: { max: 20, seconds: HOUR, counting: 'exact' },
  /** Each is answered by a mail to whatever address it names (rule:withdrawal-receipt). */
  withdrawals: { max: 5, seconds: HOUR, counting: 'exact' },
  /** Mails that calls ask for, to one recipient over all NDAs. */
  mails: { max: 20, seconds: DAY, counting: 'exact', counts: 'recipients' },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;

/** The limit under which every call of a route is counted. @param route as it was declared, or `unknown` */
export function limitOfRoute(route: string): LimitName {
  if (route === '/*') return 'pages';
  if (route.startsWith('/api/webhooks/')) return 'webhooks';
  return /^\/(?:health\/|metrics$)/.test(route) ? 'health' : 'general';
}
