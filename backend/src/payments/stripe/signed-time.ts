/** Seconds by which the time of a call may differ from our clock, in both directions. */
export const TOLERANCE_SECONDS = 300;

/**
 * True if a value of `Stripe-Signature` names one time, in digits, and this time is near our clock's. The SDK
 * checks only that a time is not too old: it accepts a time in the future, and one that is not a number.
 * @param signature such as `t=1795000000,v1=5257a8…`
 */
export function isOfNow(signature: string, now: Date): boolean {
  const times = signature
    .split(',')
    .map((part) => part.split('='))
    .filter(([name]) => name === 't')
    .map(([, ...value]) => value.join('='));
  const [time = ''] = times;
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  return Math.abs(Number(time) - Math.floor(now.getTime() / 1000)) <= TOLERANCE_SECONDS;
}
