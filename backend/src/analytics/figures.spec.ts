import { PRICE_PER_PARTY } from '@siegel/contracts/limits';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { foldBatch } from '../eventsourcing/projections/fold-batch.js';
import type { StoredRow } from '../eventsourcing/projections/stored-row.js';
import { sumChanges, type Summand, type Sums } from '../eventsourcing/projections/sums.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { history, on } from '../nda/testing/given.js';
import * as sample from '../nda/testing/samples.js';
import { tenthUnlessLong } from '../platform/testing/long-run.js';
import { SUMS, summandsOf } from './figures.js';
import { figuresProjection } from './figures.projection.js';
import type { FiguresRow } from './figures-row.js';
import { generatedNdas, type History } from './testing/generated-ndas.js';
import { dayInBerlin, recount, settledCounts } from './testing/recount.js';

const { only = [], sums } = figuresProjection;

const adding = (figures: Map<string, number>, summands: readonly Summand[]): void => {
  for (const { name, part, value } of summands)
    figures.set(`${name} ${part}`.trim(), (figures.get(`${name} ${part}`.trim()) ?? 0) + value);
};

/** Folds the events in batches, as the projection does. Each row is stored between two batches. */
class StoredFigures {
  readonly figures = new Map<string, number>();
  private readonly stored = new Map<string, StoredRow<FiguresRow>>();

  take(events: History): void {
    const changed = foldBatch(
      figuresProjection,
      events.filter(({ type }) => only.includes(type)),
      this.stored,
    );
    adding(this.figures, sumChanges(sums as Sums<FiguresRow>, this.stored, changed));
    for (const [id, row] of changed) this.stored.set(id, JSON.parse(JSON.stringify(row)));
  }
}

const figuresOf = (...histories: History[]): Record<string, number> => {
  const kept = new StoredFigures();
  for (const events of histories) for (const event of events) kept.take([event]);
  return settledCounts(kept.figures);
};
const of = (...steps: Parameters<typeof history>[0][number][]): Record<string, number> =>
  figuresOf(history(steps));

describe('the figures of an NDA', () => {
  const { created, party1Signed, party2Signed, completed, requested, intentOpened, paid } = sample;
  const day0 = '2026-11-02';

  it('begin with the day of its creation', () =>
    expect(of(created)).toEqual({ [`created ${day0}`]: 1, 'status draft': 1 }));

  it('have the day of the second signature and the day of full payment, in either order', () =>
    expect(
      of(
        created,
        party1Signed(),
        on(1, requested(199)),
        on(1, intentOpened()),
        on(2, paid(199)),
        on(3, party2Signed()),
        on(3, completed),
      ),
    ).toEqual({
      [`created ${day0}`]: 1,
      'paid 2026-11-04': 1,
      'signed 2026-11-05': 1,
      'status completed': 1,
      'all-paid': 1,
      revenue: PRICE_PER_PARTY,
    }));

  it('include a payment while it is open', () => {
    const asked = [created, party1Signed(), requested(199), intentOpened()];
    expect(of(...asked)).toMatchObject({ 'payment-open': 1 });
    expect(of(...asked, sample.failed())).toMatchObject({ 'payment-open': 1 });
    for (const end of [sample.failed({ final: true }), sample.mismatched(), sample.refundDue(199)])
      expect(of(...asked, end)).not.toHaveProperty('payment-open');
    expect(of(...asked, sample.voucherApplied(199))).toEqual({
      [`created ${day0}`]: 1,
      [`paid ${day0}`]: 1,
      'status party1_signed': 1,
      'all-paid': 1,
    });
  });

  it('keep the day of full payment when more is owed later, but no longer count the NDA as fully paid', () => {
    const more = of(created, party1Signed(), requested(199), paid(199), on(1, sample.madeRemote(true)));
    expect(more).toMatchObject({ [`paid ${day0}`]: 1, revenue: 199 });
    expect(more).not.toHaveProperty('all-paid');
  });

  it('include only the revenue that was kept', () => {
    const all = [created, party1Signed(), requested(199), intentOpened(), paid(199)];
    expect(of(...all, sample.refunded(99))).toMatchObject({ revenue: 100, 'all-paid': 1 });
    expect(of(...all, sample.chargedBack('lost'))).not.toHaveProperty('revenue');
    expect(of(...all, sample.chargedBack('opened'))).toMatchObject({ revenue: 199 });
  });

  it('survive its erasure, except for the current state', () => {
    const life = [created, party1Signed(), requested(199), paid(199), party2Signed(), completed, sample.sent];
    const sent = of(...life);
    expect(sent).toMatchObject({ 'status sent': 1, 'all-paid': 1, revenue: 199 });
    const { 'status sent': _, 'all-paid': __, ...past } = sent;
    expect(of(...life, sample.erased, sample.keyDestroyed)).toEqual(past);
  });

  it('are zero once it was discarded without a successor', () =>
    expect(of(created, sample.discarded)).toEqual({}));
});

describe('the figures of many NDAs, over both clock changes', () => {
  const histories = generatedNdas(tenthUnlessLong(5000), 20_261_127);
  const expected = recount(histories);
  /** The events in the order of a log: sorted by time, so that the events of several NDAs are interleaved. */
  const log = histories.flat().toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));

  it('include every kind of figure on both sides of a clock change', () => {
    for (const change of ['2026-03', '2026-10'])
      for (const name of [SUMS.created, SUMS.signed, SUMS.paid]) {
        const days = Object.keys(expected).filter((key) => key.startsWith(`${name} ${change}`));
        expect(days.length).toBeGreaterThan(3);
      }
    for (const status of ['draft', 'party1_signed', 'completed', 'sent'])
      expect(expected).toHaveProperty(`status ${status}`);
    expect(expected).toMatchObject({ 'all-paid': expect.any(Number), 'payment-open': expect.any(Number) });
    for (const type of ['NdaCreated', 'NdaCompleted', 'PaymentSucceeded'] as const)
      expect(
        log.filter((one) => one.type === type && dayInBerlin(one.at) !== one.at.slice(0, 10)),
      ).not.toEqual([]);
  });

  it('equal a recount from the states of the write model', () => {
    const kept = new StoredFigures();
    for (let at = 0; at < log.length; at += 97) kept.take(log.slice(at, at + 97));
    expect(settledCounts(kept.figures)).toEqual(expected);
  });

  it('are the same if events arrive again, and if all personal parts are gone', () => {
    const kept = new StoredFigures();
    const gone = log.map((event) => erasedCopy<NdaEvent>(event));
    for (let at = 0; at < gone.length; at += 50) kept.take(gone.slice(Math.max(0, at - 30), at + 50));
    kept.take(gone);
    expect(settledCounts(kept.figures)).toEqual(expected);
  });

  it('are the sums of the shares of all NDAs', () => {
    const rows = foldBatch(figuresProjection, log, new Map());
    const figures = new Map<string, number>();
    for (const { row } of rows.values()) adding(figures, row === undefined ? [] : summandsOf(row));
    expect(settledCounts(figures)).toEqual(expected);
  });
});
