import { isWorthRecording } from './delivery-failure.js';

describe('isWorthRecording', () => {
  it('grows rarer', () => {
    const recorded = Array.from({ length: 40 }, (_, index) => index + 1).filter((attempt) =>
      isWorthRecording(attempt, 'mail_unreachable', 'mail_unreachable'),
    );
    expect(recorded).toEqual([1, 2, 3, 4, 8, 16, 32]);
  });

  it('is true of whatever the history does not tell yet', () => {
    for (const told of ['mail_unreachable', undefined])
      expect(isWorthRecording(7, 'mail_refused', told)).toBe(true);
  });
});
