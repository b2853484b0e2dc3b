import { join } from 'node:path';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { VOUCHER_STREAM_PREFIX } from '../voucher/voucher.events.js';
import { foldHistories, type History } from './testing/fold-histories.js';
import {
  changedFolds,
  foldedProjections,
  foldsOf,
  readFolds,
  type RecordedFolds,
  changedFoldMessage,
} from './testing/recorded-folds.js';
import { projectionNames } from './projections.js';

const SOURCE = join(__dirname, '..');

describe('a changed fold', () => {
  let histories: readonly History[];
  let today: RecordedFolds;
  beforeAll(async () => {
    histories = await foldHistories(SOURCE);
    today = await foldsOf(foldedProjections(), histories);
  });

  it('has a version other than that of its recorded rows', () =>
    expect(changedFolds(readFolds(SOURCE), today).map((name) => changedFoldMessage(name, SOURCE))).toEqual(
      [],
    ));

  it('is recorded with its new version and with every history (otherwise: npm run folds)', () =>
    expect(today).toEqual(readFolds(SOURCE)));

  it('is noticed in every read model, because each of them makes rows', () => {
    expect(Object.keys(today)).toEqual(projectionNames);
    for (const [name, { rows }] of Object.entries(today))
      expect([name, Object.keys(rows).length > 0]).toEqual([name, true]);
  });

  it('gives the same rows in each run', async () =>
    expect(await foldsOf(foldedProjections(), await foldHistories(SOURCE))).toEqual(today));
});

describe('the comparison of folds', () => {
  const deletions = (version: number, counts: boolean): Projection => ({
    name: 'voucher-list',
    version,
    table: 'vouchers',
    columns: [],
    streamPrefix: VOUCHER_STREAM_PREFIX,
    id: ({ stream }) => stream,
    fold: (_, { type }) => ({ deleted: counts && type === 'VoucherDeleted' }),
  });
  const foldsAt = async (version: number, counts: boolean): Promise<RecordedFolds> =>
    foldsOf([deletions(version, counts)], await foldHistories(SOURCE));

  it('names the projection, its file and the command if rows changed without a new version', async () => {
    const changed = changedFolds(await foldsAt(3, false), await foldsAt(3, true));
    expect(changed.map((name) => changedFoldMessage(name, SOURCE))).toEqual([
      'The fold of projection voucher-list changed: raise its version in backend/src/vouchers/voucher-list.projection.ts and run npm run folds.',
    ]);
  });

  it('names a projection whose version fell, but not one whose version rose or whose histories alone changed', async () => {
    const before = await foldsAt(3, false);
    expect(changedFolds(before, await foldsAt(2, false))).toEqual(['voucher-list']);
    expect(changedFolds(before, await foldsAt(4, true))).toEqual([]);
    expect(changedFolds({ 'voucher-list': { version: 3, rows: {} } }, await foldsAt(3, true))).toEqual([]);
  });
});
