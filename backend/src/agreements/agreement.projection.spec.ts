import fc from 'fast-check';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { foldStream, rowAfter } from '../eventsourcing/projections/fold-batch.js';
import { type StoredRow, NOTHING } from '../eventsourcing/projections/stored-row.js';
import { NOT_LOADED } from '../eventsourcing/projections/projection.js';
import type { NdaEvent } from '../nda/nda.events.js';
import { history, ndaAfter } from '../nda/testing/given.js';
import { randomHistories } from '../nda/testing/histories.js';
import { partyMoney } from '../nda/rules/party-money.js';
import { inPersonPaid, remotePaid } from '../nda/testing/sample-histories.js';
import * as sample from '../nda/testing/samples.js';
import { agreementProjection } from './agreement.projection.js';
import type { AgreementRow } from './agreement-row.js';

type Steps = Parameters<typeof history>[0];

const rowOf = (events: readonly Recorded<NdaEvent>[]): AgreementRow => {
  const row = foldStream(agreementProjection, events);
  if (row === undefined) throw new Error('there is no row');
  return row;
};
const rowAfterSteps = (...steps: Steps): AgreementRow => rowOf(history(steps));

/** Returns the row as it is read back from the table. */
const stored = ({ state, ...row }: AgreementRow): AgreementRow => ({
  ...row,
  state: JSON.parse(JSON.stringify(state)) as AgreementRow['state'],
});

describe('the row of an agreement', () => {
  it('is the fold of its stream, after whichever events it was stored, and whether or not it was erased', () =>
    fc.assert(
      fc.property(randomHistories, fc.nat(), ({ steps }, at) => {
        const events = steps.map(({ event }) => event);
        if (events.length === 0) return;
        let row: StoredRow<AgreementRow> = NOTHING;
        for (const [index, event] of events.entries()) {
          row = rowAfter(agreementProjection, row, event);
          if (row.row !== undefined && index % (1 + (at % 3)) === 0) row = { ...row, row: stored(row.row) };
        }
        const whole = rowOf(events);
        expect(row.row && stored(row.row)).toEqual(stored(whole));
        expect(stored({ ...whole, state: ndaAfter(events) })).toEqual(stored(whole));
      }),
    ));

  it('is the same except for sealed parts if the payloads of its events are gone', () =>
    fc.assert(
      fc.property(randomHistories, ({ steps }) => {
        const events = steps.map(({ event }) => event);
        if (events.length === 0 || events.some(({ type }) => type === 'NdaErased')) return;
        const { state, sealed: _, ...row } = rowOf(events);
        const { state: bare, sealed: __, ...without } = rowOf(events.map(erasedCopy));
        expect(without).toEqual(row);
        expect(bare.obligations).toEqual(state.obligations);
      }),
      { numRuns: 100 },
    ));

  it('has the money back of each party once, even if the events are delivered again', () => {
    const events = history([
      ...inPersonPaid,
      sample.requested(199),
      sample.refundDue(199),
      sample.refunded(99),
      sample.chargedBack('lost', 'pi_1', 50),
    ]);
    let row: StoredRow<AgreementRow> = NOTHING;
    for (const event of [...events, ...events.slice(4), ...events])
      row = rowAfter(
        agreementProjection,
        row.row === undefined ? row : { ...row, row: stored(row.row) },
        event,
      );
    expect(row.row && stored(row.row)).toEqual(stored(rowOf(events)));
    const { state } = row.row as AgreementRow;
    expect(partyMoney(state, 1)).toMatchObject({ refunded: 99, chargedBack: 50, due: 50, word: 'due' });
    expect(state.obligations.open.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: 50 }]);
  });

  it('advances with an event that this version does not know, without using its content', () => {
    const [...events] = history([...inPersonPaid, sample.documentSent(1)]);
    const last = { ...events.at(-1), unknown: true } as Recorded<NdaEvent>;
    const before = rowOf(events.slice(0, -1));
    const after = rowOf([...events.slice(0, -1), last]);
    expect(after.state).toEqual({ ...before.state, revision: last.revision, lastAt: last.at });
    expect([after.revision, after.hash]).toEqual([last.revision, last.hash]);
    expect(foldStream(agreementProjection, [{ ...last, revision: 0 }])).toBeUndefined();
  });

  it('owes nothing without a creation that this version knows, whatever events follow', () => {
    const [first, ...rest] = history(remotePaid);
    const row = foldStream(agreementProjection, [{ ...first, unknown: true } as Recorded<NdaEvent>, ...rest]);
    expect(row).toMatchObject({
      status: 'none',
      revision: rest.length,
      inviteOwed: false,
      deliveryOwed: false,
      mailOwedUntil: null,
      openUntil: null,
      dueAt: null,
    });
  });

  it('leaves sealed parts in the table if the event sealed nothing', () => {
    const events = history([...inPersonPaid, sample.documentSent(1)]);
    const before = rowOf(events.slice(0, -1));
    const light = { ...before, sealed: NOT_LOADED as unknown as AgreementRow['sealed'] };
    const after = agreementProjection.fold(light, events.at(-1) as Recorded<NdaEvent>) as AgreementRow;
    expect(after.sealed).toBe(NOT_LOADED);
    expect({ ...after, sealed: before.sealed }).toEqual(rowOf(events));
  });
});

describe('an erasure', () => {
  it('leaves no sealed part and no hash of a person, a browser, a link or an address in the row', () =>
    fc.assert(
      fc.property(randomHistories, ({ steps }) => {
        const events = steps.map(({ event }) => event);
        const at = events.findIndex(({ type }) => type === 'NdaErased');
        if (at < 0) return;
        const text = JSON.stringify(rowOf(events));
        for (const hash of hashesIn(events.slice(0, at))) expect(text.includes(hash)).toBe(false);
        expect(rowOf(events).sealed).toEqual({});
      }),
      { numRuns: 300 },
    ));

  it('keeps the row, with the refund that is still due', () => {
    const steps: Steps = [...inPersonPaid, sample.refundDue(199), sample.erased];
    expect(rowAfterSteps(...steps)).toMatchObject({
      status: 'completed',
      erasedAt: expect.any(String),
      creatorKeyHashes: [],
      tokenHashes: [],
      deliveryOwed: false,
      inviteOwed: false,
      dueAt: null,
      state: { moneyBack: { due: [expect.anything()] } },
    });
  });
});

/** Returns the keyed hashes that the open fields of the events contain. */
function hashesIn(events: readonly Recorded<NdaEvent>[]): readonly string[] {
  const found = new Set<string>();
  for (const { open } of events)
    for (const [name, value] of Object.entries(open))
      if (HASHES.includes(name) && typeof value === 'string')
        // In random histories the visitor is a plain name. A row stores `name|day`, so the test searches for
        // `name|`.
        found.add(name === 'visitor' ? `${value}|` : value);
  return [...found];
}
const HASHES = ['creatorKeyHash', 'kept', 'tokenHash', 'visitor'];
