import { atLeast, atMost, only, ratioLine, tableOf } from './report.js';

describe('the table of the bench', () => {
  it('shows which limits were kept', () => {
    const row = { name: 'append', siegel: 90, baseline: 100, ratio: 0.9, unit: 'events/s' };
    expect(ratioLine({ ...row, limit: 0.85 }).kept).toBe(true);
    expect(ratioLine({ ...row, limit: 1 }).kept).toBe(false);
    expect(ratioLine(row).kept).toBeUndefined();
    expect(atMost('p99', 15.1, 15, 'ms').kept).toBe(false);
    expect(atLeast('rebuild', 20_000, 20_000, 'events/s').kept).toBe(true);
  });

  it('is aligned in columns', () => {
    const table = tableOf([
      atMost('visible', 7.25, 15, 'ms'),
      atLeast('rebuild', 1200, 20_000, 'events/s'),
      only('median', 4, 'ms'),
    ]);
    const [head, visible, rebuild, unlimited] = table.split('\n');
    expect(visible?.indexOf('≤ 15 ms')).toBeGreaterThan(0);
    expect(visible).toMatch(/^visible\s+7\.3 ms\s+–\s+–\s+≤ 15 ms\s+ok$/);
    expect(rebuild).toMatch(/1,200 events\/s.*≥ 20,000 events\/s\s+MISSED$/);
    expect(unlimited?.trimEnd()).toMatch(/4 ms\s+–\s+–\s+–$/);
    expect((head?.indexOf('limit') ?? 0) + 'limit'.length).toBe(
      (visible?.indexOf('15 ms') ?? 0) + '15 ms'.length,
    );
  });
});
