/** Seconds by which the time of a call may differ from our clock, in both directions. */
export const TOLERANCE_SECONDS = 300;

/**
 * True if a value of `Stripe-Signature` names exactly one time, in digits, and that time is close to our
 * clock's time. The SDK checks only that the time is not too old. So the SDK also accepts a time in the
 * future, or a time that is not a number.
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
