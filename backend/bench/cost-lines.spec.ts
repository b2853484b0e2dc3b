import { type Cost, costLines } from './cost-lines.js';

const cost: Cost = {
  agreements: 10,
  used: [
    { step: 'created', backend: 0.1, database: 0.05 },
    { step: 'paid', backend: 0.4, database: 0.15 },
  ],
  kept: new Map([
    ['events', { rows: 200, bytes: 300_000 }],
    ['blobs', { rows: 30, bytes: 400_000 }],
    ['emptied', { rows: -3, bytes: 0 }],
  ]),
  written: 2_000_000,
  mails: { count: 30, bytes: 1_000_000 },
  signature: 4_000,
};

const told = (one: Cost): Record<string, string> =>
  Object.fromEntries(costLines(one).map(({ name, siegel }) => [name.trim(), siegel.trim()]));

describe('what an agreement costs', () => {
  it('is told for each, tables by their size, those that gained nothing left out', () => {
    expect(told(cost)).toEqual({
      'each of 10 agreements, signed with 4,000 characters of PNG: mails': '3',
      'bytes of its mails': '100 kB',
      'CPU of the backend: created': '10 ms',
      'CPU of the database: created': '5 ms',
      'CPU of the backend: paid': '40 ms',
      'CPU of the database: paid': '15 ms',
      'CPU of the backend: all': '50 ms',
      'CPU of the database: all': '20 ms',
      'written to the write-ahead log': '200 kB',
      'kept in the database': '70 kB',
      'blobs, with rows': '40 kB (3)',
      'events, with rows': '30 kB (20)',
    });
  });

  it('says nothing of the database where the system does not tell', () => {
    const used = cost.used.map((one) => ({ ...one, database: undefined }));
    expect(Object.keys(told({ ...cost, used })).filter((name) => name.includes('the database:'))).toEqual([]);
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
