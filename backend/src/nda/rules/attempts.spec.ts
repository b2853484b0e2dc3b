import { HOUR_MS } from '@siegel/contracts/limits';
import { UNPAID } from '../payment.state.js';
import { day, stateAfter, on } from '../testing/given.js';
import { created, failed, intentOpened, party1Signed, requested } from '../testing/samples.js';
import { endedWithoutPayment, countedAttempts, mayRetryNow } from './attempts.js';

const MINUTE_MS = 60_000;
/**
 * Returns requests that ended without a payment. Each of `minutes` is the time of one request, counted from
 * the start.
 */
const vain = (...minutes: readonly number[]) =>
  stateAfter(
    created,
    party1Signed(),
    ...minutes.flatMap((minute, n) => {
      const at = minute / (24 * 60);
      const about = { attempt: n + 1, paymentIntentId: null, code: 'nothing_made', final: true };
      return [on(at, requested(199, { attempt: n + 1 })), on(at, failed(about))];
    }),
  ).payments[1].requests;

describe('an attempt to pay', () => {
  it('ended without a payment if the provider made no intent or does not know it, and no card was tried', () => {
    for (const code of ['key_expired', 'nothing_made', 'intent_unknown']) {
      expect(endedWithoutPayment(code, 0)).toBe(true);
      expect(endedWithoutPayment(code, 1)).toBe(false);
    }
    for (const code of ['card_declined', 'abandoned', '']) expect(endedWithoutPayment(code, 0)).toBe(false);
  });

  it('counts unless it ended without a payment', () => {
    expect(countedAttempts([...vain(0, 1, 2), ...UNPAID.requests])).toBe(0);
    const asked = stateAfter(
      created,
      party1Signed(),
      requested(199),
      intentOpened(),
      failed({ final: true }),
    );
    expect(countedAttempts([...vain(0), ...asked.payments[1].requests])).toBe(1);
  });

  it.each<[number, readonly number[]]>([
    [0, []],
    [0, [0]],
    [0, [0, 0]],
    [1, [0, 0, 0]],
    [6, [0, 0, 5]],
    [2, [0, 0, 0, 0]],
    [12, [0, 5, 6, 10]],
    [64, [0, 0, 0, 0, 0, 0, 0, 0, 0].with(8, 4)],
  ])('may begin %i minutes after the start if those before began at minutes %j', (minutes, before) => {
    const at = (ms: number): string => new Date(Date.parse(day(0)) + ms).toISOString();
    expect(mayRetryNow(vain(...before), at(minutes * MINUTE_MS))).toBe(true);
    if (minutes > 0) expect(mayRetryNow(vain(...before), at(minutes * MINUTE_MS - 1))).toBe(false);
  });

  it('waits at most an hour', () => {
    const many = vain(...Array.from({ length: 20 }, () => 0));
    expect(mayRetryNow(many, new Date(Date.parse(day(0)) + HOUR_MS).toISOString())).toBe(true);
    expect(mayRetryNow(many, new Date(Date.parse(day(0)) + HOUR_MS - 1).toISOString())).toBe(false);
  });
});
