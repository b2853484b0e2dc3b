import { HOUR_MS } from '@siegel/contracts/limits';
import { isKeyValid } from './key-life.js';

it('a key is valid for less than 23 hours after the payment was requested (rule:idempotent-at-the-provider)', () => {
  const askedAt = '2026-11-02T10:00:00.000Z';
  const after = (ms: number): boolean => isKeyValid(askedAt, new Date(Date.parse(askedAt) + ms));
  expect([after(0), after(HOUR_MS), after(23 * HOUR_MS - 1)]).toEqual([true, true, true]);
  expect([after(23 * HOUR_MS), after(24 * HOUR_MS)]).toEqual([false, false]);
});
