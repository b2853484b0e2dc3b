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

describe('a fold that changes', () => {
  let histories: readonly History[];
  let today: RecordedFolds;
  beforeAll(async () => {
    histories = await foldHistories(SOURCE);
    today = await foldsOf(foldedProjections(), histories);
  });

  it('has another version than its recorded rows', () =>
    expect(changedFolds(readFolds(SOURCE), today).map((name) => changedFoldMessage(name, SOURCE))).toEqual(
      [],
    ));

  it('is recorded with its new version and with every history (otherwise: npm run folds)', () =>
    expect(today).toEqual(readFolds(SOURCE)));

  it('is searched for in every read model, and each of them makes rows', () => {
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

  it('names a projection whose rows changed without a new version, its file and the command', async () => {
    const changed = changedFolds(await foldsAt(3, false), await foldsAt(3, true));
    expect(changed.map((name) => changedFoldMessage(name, SOURCE))).toEqual([
      'The fold of projection voucher-list changed: raise its version in backend/src/vouchers/voucher-list.projection.ts and run npm run folds.',
    ]);
  });

  it('names one whose version fell, and none whose version rose or that only has other histories', async () => {
    const before = await foldsAt(3, false);
    expect(changedFolds(before, await foldsAt(2, false))).toEqual(['voucher-list']);
    expect(changedFolds(before, await foldsAt(4, true))).toEqual([]);
    expect(changedFolds({ 'voucher-list': { version: 3, rows: {} } }, await foldsAt(3, true))).toEqual([]);
  });
});
