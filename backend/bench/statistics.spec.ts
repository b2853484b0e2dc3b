import { compared, median, quantile } from './statistics.js';

describe('the statistics of the bench', () => {
  it('return the median of the measured values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([])).toBeNaN();
  });

  it('return the value that a given share of all values does not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => n + 1);
    expect(quantile(hundred, 0.99)).toBe(99);
    expect(quantile([3, 4], 0.99)).toBe(4);
  });

  it('compare within each round', () => {
    // The machine is half as fast in the second round. The ratio stays the same.
    const rounds = [
      { siegel: 80, baseline: 100 },
      { siegel: 40, baseline: 50 },
      { siegel: 80, baseline: 100 },
    ];
    expect(compared(rounds)).toEqual({ siegel: 80, baseline: 100, ratio: 0.8 });
  });
});
