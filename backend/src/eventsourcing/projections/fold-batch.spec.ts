import type { Recorded } from '../journal/event.js';
import { foldBatch, foldInChunks } from './fold-batch.js';
import type { StoredRow } from './stored-row.js';
import {
  added,
  closed,
  type CounterEvent,
  type CounterEventInput,
  type CounterRow,
  counters,
  noted,
  opened,
} from './testing/counters.js';

const id = '3f0b2f0e-5a3e-4a3a-9a3e-0d6f5b1c2d3e';

/** Returns events of one counter, numbered from `from`. */
const events = (from: number, ...inputs: CounterEventInput[]): Recorded<CounterEvent>[] =>
  inputs.map(
    (input, n) =>
      ({
        ...input,
        stream: `counter-${id}`,
        revision: from + n,
        at: '2026-03-01T12:00:00.000Z',
      }) as Recorded<CounterEvent>,
  );

const fold = (batch: readonly Recorded<CounterEvent>[], stored?: StoredRow<CounterRow>) =>
  foldBatch(counters(), batch, new Map(stored === undefined ? [] : [[id, stored]])).get(id);

describe('a batch', () => {
  it('leads to the same row in one piece or in several', () => {
    const all = events(0, opened('one'), added(2), noted, added(3));
    const first = fold(all.slice(0, 2));
    expect(fold(all.slice(2), first)).toEqual(fold(all));
    expect(fold(all)).toMatchObject({ revision: 3, deleted: false, row: { totalAmount: 5 } });
  });

  it('is folded in parts if it has many events, and yields to other work between them', async () => {
    const all = events(0, opened('one'), ...Array.from({ length: 999 }, () => added(2)));
    let turns = 0;
    let isOver = false;
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const changed = await foldInChunks(counters(), all, new Map());
    isOver = true;
    expect(changed.get(id)).toEqual(fold(all));
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it('changes nothing if it was folded before', () => {
    const all = events(0, opened('one'), added(2));
    expect(fold(all, fold(all))).toBeUndefined();
  });

  it('moves an existing row to the revision of an event without effect', () => {
    const row = fold(events(0, opened('one')));
    expect(fold(events(1, noted), row)).toEqual({ ...row, revision: 1 });
  });

  it('folds no unknown event; a row moves to its revision unless the event is unreadable', () => {
    const row = fold(events(0, opened('one'), added(2)));
    const [later] = events(2, added(3));
    const unknown = { ...later, version: 2, unknown: true } as Recorded<CounterEvent>;
    expect(fold([unknown], row)).toEqual({ ...row, revision: 2 });
    expect(fold([{ ...unknown, version: 0 }], row)).toBeUndefined();
    expect(fold([unknown])).toBeUndefined();
  });

  it('skips events of a row that was never created', () => {
    expect(fold(events(5, added(1), noted))).toBeUndefined();
  });

  it('keeps a deleted row deleted, at the revision of its newest event, until it is created again', () => {
    const gone = fold(events(0, opened('one'), closed, noted));
    expect(gone).toEqual({ row: undefined, revision: 2, deleted: true });
    expect(fold(events(0, opened('one'), closed, noted), gone)).toBeUndefined();
    expect(fold(events(3, opened('two')), gone)).toMatchObject({
      revision: 3,
      deleted: false,
      row: { name: 'two' },
    });
  });
});
