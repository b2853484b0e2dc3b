import { type Cost, costLines } from './cost.bench.js';

const cost: Cost = {
  agreements: 10,
  cpu: 0.5,
  kept: new Map([
    ['event_store.events', { rows: 200, bytes: 300_000 }],
    ['blobs', { rows: 30, bytes: 400_000 }],
    ['emptied', { rows: -3, bytes: 0 }],
  ]),
  written: 2_000_000,
  mails: 30,
  mailBytes: 1_000_000,
};

const told = (one: Cost): Record<string, string> =>
  Object.fromEntries(costLines(one).map(({ name, siegel }) => [name.trim(), siegel.trim()]));

describe('what an agreement costs', () => {
  it('is told for each, tables by their size, those that gained nothing left out', () => {
    expect(told(cost)).toEqual({
      'each of 10 agreements: mails': '3',
      'bytes of its mails': '100 kB',
      'CPU of the backend': '50 ms',
      'written to the write-ahead log': '200 kB',
      'kept in the database': '70 kB',
      'blobs, with rows': '40 kB (3)',
      'event_store.events, with rows': '30 kB (20)',
    });
  });

  it('may keep 80 kB and no more', () => {
    const keeps = (bytes: number): boolean | undefined =>
      costLines({ ...cost, kept: new Map([['blobs', { rows: 1, bytes }]]) }).find(({ name }) =>
        name.includes('kept'),
      )?.kept;
    expect(keeps(800_000)).toBe(true);
    expect(keeps(800_001)).toBe(false);
  });
});
