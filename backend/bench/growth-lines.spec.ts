import type { Read } from '#src/platform/postgres/testing/count-buffers';
import { growthLines, type Measured } from './growth-lines.js';

const at = (size: number, read: Read, most?: Read): Measured => ({
  size,
  figures: new Map([['a tick', { ...read, most }]]),
});
const young = at(1_000, { buffers: 100, rows: 200 });
const kept = (old: Measured): boolean | undefined => growthLines([young, old]).at(-1)?.kept;

describe('the limit of growth', () => {
  it('allows fifty percent more reads', () => {
    expect(kept(at(10_000, { buffers: 150, rows: 300 }))).toBe(true);
  });

  it('refuses a larger increase of buffers', () => {
    expect(kept(at(10_000, { buffers: 200, rows: 200 }))).toBe(false);
  });

  it('refuses a larger increase of rows, even if they fit into the same number of pages', () => {
    expect(kept(at(10_000, { buffers: 100, rows: 400 }))).toBe(false);
  });

  it.each([
    [{ buffers: 90, rows: 40 }, true],
    [{ buffers: 91, rows: 40 }, false],
    [{ buffers: 90, rows: 41 }, false],
  ])('is an absolute number for reads that follow the digits of the number of events: %j', (read, isKept) => {
    const lines = growthLines([young, at(10_000, read, { buffers: 90, rows: 40 })]);
    expect(lines.at(-1)).toMatchObject({ kept: isKept, limit: '≤ 90 (40)' });
  });

  it('applies only to the step between the last two sizes', () => {
    const old = at(10_000, { buffers: 1_000, rows: 2_000 });
    const lines = growthLines([young, old, old]);
    expect(lines.map((line) => line.kept)).toEqual([undefined, undefined, undefined, true]);
  });
});
