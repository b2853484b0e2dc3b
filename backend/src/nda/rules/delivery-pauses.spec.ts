import { isGivenUp } from '@siegel/contracts/nda/given-up';
import { plausibleAttempt, isRefusedForGood, isWorthRecording, mailPauseMs } from './delivery-pauses.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

describe('a mail that failed', () => {
  it('is tried again after 30 s, then with growing pauses up to 6 hours', () => {
    const pauses = [1, 2, 3, 9, 10, 11, 100, 40_000].map((attempt) =>
      mailPauseMs('mail_unreachable', attempt),
    );
    expect(pauses).toEqual([
      30_000,
      60_000,
      120_000,
      256 * 30_000,
      512 * 30_000,
      6 * HOUR_MS,
      6 * HOUR_MS,
      6 * HOUR_MS,
    ]);
    expect(mailPauseMs('mail_setup', 1)).toBe(30_000);
  });

  it('is tried daily for two weeks after a refusal', () => {
    expect([1, 9].map((attempt) => mailPauseMs('mail_refused', attempt))).toEqual([DAY_MS, DAY_MS]);
    const first = '2026-11-12T10:00:00.000Z';
    expect(isRefusedForGood(first, '2026-11-26T09:59:59.999Z')).toBe(false);
    expect(isRefusedForGood(first, '2026-11-26T10:00:00.000Z')).toBe(true);
  });

  it('is given up with two codes only', () => {
    const codes = ['mail_given_up', 'input_missing', 'mail_refused', 'unexpected', null];
    expect(codes.map(isGivenUp)).toEqual([true, true, false, false, false]);
  });
});

describe('isWorthRecording', () => {
  it('is true more and more rarely', () => {
    const recorded = Array.from({ length: 40 }, (_, index) => index + 1).filter((attempt) =>
      isWorthRecording(attempt, 'mail_unreachable', 'mail_unreachable'),
    );
    expect(recorded).toEqual([1, 2, 3, 4, 8, 16, 32]);
  });

  it('is true for a code that differs from the last recorded one', () => {
    for (const told of ['mail_unreachable', undefined])
      expect(isWorthRecording(7, 'mail_refused', told)).toBe(true);
  });
});

describe('the number of an attempt', () => {
  it("is the queue's count if each failure worth recording is recorded", () => {
    let told = 0;
    for (let counted = 1; counted <= 100; counted += 1) {
      expect(plausibleAttempt(counted, told)).toBe(counted);
      if (isWorthRecording(counted, 'mail_unreachable', 'mail_unreachable')) told = counted;
    }
  });

  it('is at most twice the highest recorded number, and at least 1', () => {
    expect([1, 8, 2 ** 31].map((counted) => plausibleAttempt(counted, 0))).toEqual([1, 1, 1]);
    expect([8, 9, 2 ** 31].map((counted) => plausibleAttempt(counted, 4))).toEqual([8, 8, 8]);
    expect([0, -5].map((counted) => plausibleAttempt(counted, 4))).toEqual([1, 1]);
  });
});
