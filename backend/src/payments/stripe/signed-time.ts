/**
 * Largest accepted difference between the time in a webhook call and our clock, in seconds. The time may be
 * earlier or later.
 */
export const TOLERANCE_SECONDS = 300;

/**
 * True if the header `Stripe-Signature` contains exactly one time, in digits, and this time is close to our
 * clock's time. Stripe's SDK only checks that the time is not too old. It therefore also accepts a time in
 * the future, or a time that is not a number.
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
