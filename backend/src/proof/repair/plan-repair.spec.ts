import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { encodeMetadata, parseMetadata } from '../../eventsourcing/journal/event-encoding.js';
import { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { TEST_KEYS, TEST_LOG } from '../../eventsourcing/trust/testing/test-trust.js';
import { planRepair, type RepairChoices, type RepairPlan } from './plan-repair.js';
import {
  facts,
  type Given,
  type GivenEvent,
  leafOf,
  STREAM,
  stored,
  withoutMac,
  written,
} from './testing/given-stream.js';

const POSTGRES: RepairChoices = { canRewrite: true, end: false, keyNames: TEST_KEYS.names };
const EVENTSTOREDB: RepairChoices = { ...POSTGRES, canRewrite: false };

const planned = async (given: Given, choices: RepairChoices = POSTGRES): Promise<RepairPlan> =>
  planRepair(await facts(given), choices);

/** Places and kinds of the findings. */
const seen = ({ findings }: RepairPlan) => findings.map(({ revision, kind }) => [revision, kind]);
const revisions = (plan: RepairPlan) => ({
  removed: plan.removed.map(({ event }) => event.revision),
  putBack: plan.putBack.map(({ revision }) => revision),
});
const hashes = (events: readonly { readonly hash: string }[]) => events.map(({ hash }) => hash);
const foreign = (event: GivenEvent): UntrustedEvent =>
  stored(event, { metadata: withoutMac(event).metadata, data: Buffer.from('{"open":{"forged":true}}') });

const all = written(5);
const [e0, e1, e2, e3, e4] = all as [GivenEvent, GivenEvent, GivenEvent, GivenEvent, GivenEvent];
const rows = all.map((event) => stored(event));
const without = (...gone: number[]) => rows.filter((_, n) => !gone.includes(n));
const leaves = all.map((event, place) => leafOf(event, place));

describe('a stream without faults', () => {
  it('needs nothing, with leaves or without', async () => {
    for (const given of [{ rows }, { rows, leaves }])
      expect(await planned(given)).toMatchObject({ state: 'whole', findings: [], removed: [], putBack: [] });
    expect(await planned({ rows, leaves }, EVENTSTOREDB)).toMatchObject({ state: 'whole' });
  });

  it('is unknown if neither rows nor leaves name it', async () =>
    expect(await planned({ rows: [] })).toMatchObject({ state: 'unknown' }));
});

describe('in PostgreSQL', () => {
  it('an inserted event goes, at the end and in the place of another', async () => {
    const [invented] = written(1, { after: e4, branch: 'x' }) as [GivenEvent];
    const atTheEnd = await planned({ rows: [...rows, foreign(invented)], leaves });
    expect(seen(atTheEnd)).toEqual([[5, 'inserted']]);
    expect([atTheEnd.state, revisions(atTheEnd)]).toEqual(['repairable', { removed: [5], putBack: [] }]);
    const instead = rows.map((row, n) => (n === 2 ? foreign(e2) : row));
    const inTheMiddle = await planned({ rows: instead, leaves, offered: [withoutMac(e2)] });
    expect(seen(inTheMiddle)).toEqual([[2, 'altered']]);
    expect(revisions(inTheMiddle)).toEqual({ removed: [2], putBack: [2] });
  });

  it('an inserted event that is chained goes too, because a chain alone vouches for nothing', async () => {
    const [invented] = written(1, { after: e4, branch: 'x' }) as [GivenEvent];
    const plan = await planned({ rows: [...rows, stored(withoutMac(invented))], leaves });
    expect(seen(plan)).toEqual([[5, 'inserted']]);
    expect(revisions(plan)).toEqual({ removed: [5], putBack: [] });
  });

  it('an event with the MAC of another log or of an unknown key goes', async () => {
    const [own] = written(1, { after: e4, branch: 'x' }) as [GivenEvent];
    const { hash } = own;
    for (const keys of [
      new AppendKeys('log-elsewhere', [Buffer.alloc(32, 'append')]),
      new AppendKeys(TEST_LOG, [Buffer.alloc(32, 'other')]),
    ]) {
      const mac = keys.markOf({ stream: STREAM, revision: 5, hash });
      const row = stored(own, { metadata: encodeMetadata({ ...parseMetadata(own), mac }) });
      const plan = await planned({ rows: [...rows, row], leaves });
      expect(revisions(plan)).toEqual({ removed: [5], putBack: [] });
    }
  });

  it.each([
    ['data', { data: Buffer.from('{"open":{"n":9}}') }],
    ['type', { type: 'NoteLost.v1' }],
    ['id', { id: '00000000-0000-4000-8000-999999999999' }],
  ])('an event whose %s was altered comes back from a file', async (_, changes) => {
    for (const altered of [0, 2, 4]) {
      const changed = rows.map((row, n) => (n === altered ? { ...row, ...changes } : row));
      // The MAC of the altered event still shows which event belongs there, so no leaf is needed.
      for (const known of [leaves, []]) {
        const plan = await planned({ rows: changed, leaves: known, offered: all });
        expect([seen(plan), plan.state]).toEqual([[[altered, 'altered']], 'repairable']);
        expect([revisions(plan), hashes(plan.events)]).toEqual([
          { removed: [altered], putBack: [altered] },
          hashes(all),
        ]);
        const hindered = await planned({ rows: changed, leaves: known });
        expect([hindered.state, hindered.hindrance, revisions(hindered)]).toEqual([
          'hindered',
          'lost',
          { removed: [], putBack: [] },
        ]);
      }
    }
  });

  it('an event whose MAC is gone or wrong gets one, without a file, if its leaf or its successor vouches', async () => {
    const other = written(5, { stream: 'nda-00000000-0000-4000-8000-000000000002' });
    const macOf = (n: number) => parseMetadata(other[n] as GivenEvent).mac;
    const cases: [string, string | undefined][] = [
      ['mac_missing', undefined],
      ['mac_wrong', macOf(2)],
      ['mac_unknown', `00000000.${'A'.repeat(43)}`],
    ];
    for (const [kind, mac] of cases) {
      const metadata = encodeMetadata({ ...parseMetadata(e2), mac });
      const changed = rows.map((row, n) => (n === 2 ? { ...row, metadata } : row));
      const plan = await planned({ rows: changed });
      expect([seen(plan), revisions(plan)]).toEqual([[[2, kind]], { removed: [2], putBack: [2] }]);
      expect(parseMetadata(plan.putBack[0]?.event as never).mac).toBeUndefined();
    }
  });

  it('an event whose metadata are spelled otherwise is spelled again', async () => {
    const metadata = Buffer.from(
      JSON.stringify(JSON.parse(Buffer.from(e2.metadata).toString('utf8')), null, 1),
    );
    const plan = await planned({ rows: rows.map((row, n) => (n === 2 ? { ...row, metadata } : row)) });
    expect([seen(plan), revisions(plan)]).toEqual([[[2, 'respelled']], { removed: [2], putBack: [2] }]);
    expect(plan.putBack[0]?.event.metadata).toEqual(e2.metadata);
  });

  it.each([
    ['first', [0], 'deleted'],
    ['middle', [2], 'deleted'],
    ['last', [4], 'cut'],
    ['last two', [3, 4], 'cut'],
    ['all', [0, 1, 2, 3, 4], 'cut'],
  ])('the deleted %s comes back, and is lost without a file', async (_, gone, kind) => {
    const plan = await planned({ rows: without(...gone), leaves, offered: all.map(withoutMac) });
    expect([seen(plan), revisions(plan)]).toEqual([
      gone.map((revision) => [revision, kind]),
      { removed: [], putBack: gone },
    ]);
    const hindered = await planned({ rows: without(...gone), leaves });
    expect([hindered.state, hindered.stop]).toEqual([
      'hindered',
      { kind: 'lost', revision: gone[0], hashes: [all[gone[0] ?? 0]?.hash] },
    ]);
  });

  it('a deleted event without a leaf comes back by its own MAC or by that of its successor, and by nothing else', async () => {
    expect(revisions(await planned({ rows: without(4), offered: all }))).toEqual({
      removed: [],
      putBack: [4],
    });
    expect(revisions(await planned({ rows: without(2), offered: all.map(withoutMac) }))).toEqual({
      removed: [],
      putBack: [2],
    });
    expect(await planned({ rows: without(4), offered: all.map(withoutMac) })).toMatchObject({
      state: 'whole',
    });
  });

  it('forged events vouch for nothing, however they are chained, in the store or in a file', async () => {
    const invented = written(3, { after: e4, branch: 'x' }).map(withoutMac);
    const [first] = invented as [GivenEvent];
    const behind = invented.slice(1).map((event) => stored(event));
    const plan = await planned({ rows: [...rows, ...behind], leaves, offered: [first] });
    expect(revisions(plan)).toEqual({ removed: [6, 7], putBack: [] });
    expect(hashes(plan.events)).toEqual(hashes(all));
  });

  it('two missing events are lost if a genuine one behind them is there, even without a leaf', async () => {
    const plan = await planned({ rows: without(2, 3) });
    expect([plan.state, plan.stop]).toEqual(['hindered', { kind: 'lost', revision: 2, hashes: [] }]);
  });

  it('an event that a leaf vouches for does not follow an event of another branch', async () => {
    const [other] = written(1, { after: e1, branch: 'b' }) as [GivenEvent];
    const plan = await planned({
      rows: [...rows.slice(0, 2), stored(other), ...rows.slice(3)],
      leaves: [leafOf(e3, 3)],
    });
    expect(plan.stop).toEqual({ kind: 'lost', revision: 3, hashes: [e3.hash] });
    expect(hashes(plan.events)).toEqual(hashes([e0, e1, other]));
  });

  it('a leaf that no signed tree has vouches for nothing', async () => {
    const invented = withoutMac(written(1, { after: e4, branch: 'x' })[0] as GivenEvent);
    const claimed = [...leaves, leafOf(invented, 5, false)];
    const plan = await planned({ rows: [...rows, stored(invented)], leaves: claimed, offered: [invented] });
    expect([seen(plan), revisions(plan)]).toEqual([[[5, 'inserted']], { removed: [5], putBack: [] }]);
    expect(await planned({ rows, leaves: claimed })).toMatchObject({ state: 'whole' });
  });

  it('swapped events find their places again without a file, whatever columns were swapped', async () => {
    const byRevision = [stored(e1, { revision: 3 }), stored(e3, { revision: 1 })];
    const byContent = [stored(e3, { revision: 1, position: 20 }), stored(e1, { revision: 3, position: 40 })];
    for (const swapped of [byRevision, byContent]) {
      const changed = [rows[0], rows[2], rows[4], ...swapped] as UntrustedEvent[];
      const plan = await planned({ rows: changed });
      expect([seen(plan), hashes(plan.events)]).toEqual([
        [
          [1, 'moved'],
          [3, 'moved'],
        ],
        hashes(all),
      ]);
      expect(revisions(plan)).toEqual({ removed: expect.arrayContaining([1, 3]), putBack: [1, 3] });
    }
  });

  it('an event of another stream goes, and the report names that stream', async () => {
    const other = 'nda-00000000-0000-4000-8000-000000000002';
    const [, strange] = written(2, { stream: other }) as [GivenEvent, GivenEvent];
    const elsewhere = new Map([[strange.hash, { stream: other, revision: 1 }]]);
    const replayed = stored(strange, { stream: STREAM, revision: 5 });
    const plan = await planned({ rows: [...rows, replayed], leaves, elsewhere });
    expect(plan.findings).toEqual([
      expect.objectContaining({ kind: 'copied', of: { stream: other, revision: 1 } }),
    ]);
    expect(revisions(plan)).toEqual({ removed: [5], putBack: [] });
  });

  it('a second row at a revision goes, if somebody dropped the constraint', async () => {
    const plan = await planned({ rows: [...rows, stored(e2, { position: 900 })], leaves });
    expect([seen(plan), revisions(plan)]).toEqual([[[2, 'doubled']], { removed: [2], putBack: [] }]);
  });

  it('nothing is taken out that a receipt of the service names, unless the stream is ended', async () => {
    const invented = withoutMac(written(1, { after: e4, branch: 'x' })[0] as GivenEvent);
    const given = { rows: [...rows, stored(invented)], leaves, receipted: [invented.hash] };
    expect(await planned(given)).toMatchObject({ state: 'hindered', hindrance: 'receipt', removed: [] });
    const ended = await planned(given, { ...POSTGRES, end: true });
    expect(ended).toMatchObject({ state: 'repairable', end: { last: { revision: 4, hash: e4.hash } } });
  });
});

describe('two branches that this service wrote', () => {
  const newer = written(3, { after: e2, branch: 'b' });
  const [n3] = newer as [GivenEvent];
  const newerRows = [...rows.slice(0, 3), ...newer.map((event) => stored(event))];

  it('wait for the choice of the operator', async () => {
    const plan = await planned({ rows: newerRows, leaves });
    expect(plan).toMatchObject({ state: 'hindered', hindrance: 'forked' });
    expect(plan.stop.hashes.toSorted()).toEqual([e3.hash, n3.hash].toSorted());
  });

  it('are decided for the stored branch without a change of the store', async () => {
    const both = [...leaves, ...newer.map((event, n) => leafOf(event, 9 + n))];
    for (const known of [leaves, both]) {
      const plan = await planned(
        { rows: newerRows, leaves: known },
        { ...POSTGRES, branch: n3.hash.slice(0, 12) },
      );
      expect([plan.state, revisions(plan)]).toEqual(['repairable', { removed: [], putBack: [] }]);
      expect(hashes(plan.events)).toEqual(hashes([e0, e1, e2, ...newer]));
      expect(hashes(plan.givenUp)).toEqual(hashes([e3, e4]));
      const later = await planned(
        { rows: newerRows, leaves: known },
        { ...POSTGRES, chosen: new Map([[n3.hash, new Set([e3.hash])]]) },
      );
      expect(later).toMatchObject({ state: 'whole', givenUp: [] });
    }
  });

  it('wait for a choice again if another event comes that the earlier choice does not name', async () => {
    const [x3] = written(1, { after: e2, branch: 'c' }) as [GivenEvent];
    const third = [...leaves, leafOf(n3, 9), leafOf(x3, 10)];
    const chosen = new Map([[n3.hash, new Set([e3.hash])]]);
    const plan = await planned({ rows: newerRows, leaves: third }, { ...POSTGRES, chosen });
    expect(plan).toMatchObject({ state: 'hindered', hindrance: 'forked' });
    chosen.set(n3.hash, new Set([e3.hash, x3.hash]));
    expect(await planned({ rows: newerRows, leaves: third }, { ...POSTGRES, chosen })).toMatchObject({
      state: 'whole',
    });
  });

  it('that are both in files are decided by the choice too', async () => {
    const given = { rows: rows.slice(0, 3), offered: [...all, ...newer] };
    expect(await planned(given)).toMatchObject({ hindrance: 'forked' });
    const plan = await planned(given, { ...POSTGRES, branch: n3.hash });
    expect(hashes(plan.events)).toEqual(hashes([e0, e1, e2, ...newer]));
  });

  it.each([
    ['without leaves of the newer one', leaves],
    ['with them', [...leaves, ...newer.map((event, n) => leafOf(event, 9 + n))]],
  ])('are decided for the other branch only if all of it is to be had, %s', async (_, known) => {
    const choices = { ...POSTGRES, branch: e3.hash };
    expect(await planned({ rows: newerRows, leaves: known }, choices)).toMatchObject({ state: 'hindered' });
    const plan = await planned({ rows: newerRows, leaves: known, offered: all }, choices);
    expect([plan.state, revisions(plan), hashes(plan.events)]).toEqual([
      'repairable',
      { removed: [3, 4, 5], putBack: [3, 4] },
      hashes(all),
    ]);
    expect(hashes(plan.givenUp)).toEqual(hashes(newer));
  });

  it('an older branch that was put back gives way to the newer one of a file', async () => {
    const both = [...leaves, ...newer.map((event, n) => leafOf(event, 9 + n))];
    const plan = await planned({ rows, leaves: both, offered: newer }, { ...POSTGRES, branch: n3.hash });
    expect([plan.state, hashes(plan.events)]).toEqual(['repairable', hashes([e0, e1, e2, ...newer])]);
  });

  it('a file with another branch changes nothing by itself', async () => {
    expect(await planned({ rows: newerRows, offered: all })).toMatchObject({ state: 'whole' });
  });
});

describe('in EventStoreDB', () => {
  it('only a missing end is written again', async () => {
    const plan = await planned({ rows: without(3, 4), leaves, offered: all }, EVENTSTOREDB);
    expect([plan.state, revisions(plan)]).toEqual(['repairable', { removed: [], putBack: [3, 4] }]);
  });

  it('everything else ends the stream, which its own bytes keep closed', async () => {
    const [invented] = written(1, { after: e4, branch: 'x' }) as [GivenEvent];
    const given = { rows: [...rows, foreign(invented)], leaves, offered: all };
    expect(await planned(given, EVENTSTOREDB)).toMatchObject({ state: 'hindered', hindrance: 'store' });
    const ended = await planned(given, { ...EVENTSTOREDB, end: true });
    expect(ended).toMatchObject({
      removed: [],
      putBack: [],
      end: { last: { revision: 4, hash: e4.hash }, fault: 'inserted', isMarked: false },
    });
    const again = { ...EVENTSTOREDB, ended: { last: { revision: 4, hash: e4.hash } } };
    expect(await planned(given, again)).toMatchObject({ state: 'ended', findings: [] });
  });

  it('a lost end is marked, because nothing stands behind it', async () => {
    const plan = await planned({ rows: without(4), leaves }, { ...EVENTSTOREDB, end: true });
    expect(plan.end).toEqual({ last: { revision: 3, hash: e3.hash }, fault: 'cut', isMarked: true });
  });
});
