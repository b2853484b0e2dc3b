import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { parseMetadata } from '../../eventsourcing/journal/event-encoding.js';
import { STREAM_ENDED } from '../../eventsourcing/trust/ended.js';
import { marked } from '../../eventsourcing/trust/testing/marked.js';
import { TEST_KEYS } from '../../eventsourcing/trust/testing/test-trust.js';
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
const foreign = (event: GivenEvent): UntrustedEvent =>
  stored(event, { metadata: withoutMac(event).metadata, data: Buffer.from('{"open":{"forged":true}}') });

const all = written(5);
const [e0, e1, , , e4] = all as [GivenEvent, GivenEvent, GivenEvent, GivenEvent, GivenEvent];
const rows = all.map((event) => stored(event));
const without = (...gone: number[]) => rows.filter((_, n) => !gone.includes(n));
const leaves = all.map((event, place) => leafOf(event, place));

/** The event that ends the stream behind this one. */
const endingOf = ({ revision, hash: previousHash }: GivenEvent): GivenEvent => {
  const id = `00000000-0000-4000-8000-0000000000${90 + revision}`;
  const data = Buffer.from('{"open":{}}');
  const unmarked = { stream: STREAM, revision: revision + 1, id, type: STREAM_ENDED, data };
  const [end] = marked([unmarked], { previousHash }) as [ReturnType<typeof marked>[number]];
  return { ...end, hash: parseMetadata(end).hash };
};

describe('what can be had no more', () => {
  it('ends the stream before it, and everything behind it goes', async () => {
    const plan = await planned({ rows: without(2), leaves }, { ...POSTGRES, end: true });
    expect(plan).toMatchObject({
      state: 'repairable',
      hindrance: 'lost',
      end: { last: { revision: 1, hash: e1.hash }, fault: 'deleted', isMarked: true },
    });
    expect(seen(plan)).toEqual([
      [2, 'deleted'],
      [3, 'unreachable'],
      [4, 'unreachable'],
    ]);
    expect(revisions(plan)).toEqual({ removed: [3, 4], putBack: [] });
  });

  it('ends a stream of which nothing is left before its first event', async () => {
    const plan = await planned({ rows: [], leaves }, { ...POSTGRES, end: true });
    expect(plan.end).toEqual({ last: null, fault: 'cut', isMarked: true });
  });

  it('does not end a stream that can be repaired', async () => {
    const plan = await planned({ rows: without(2), leaves, offered: all }, { ...POSTGRES, end: true });
    expect(plan).toMatchObject({ state: 'repairable', end: undefined, putBack: [{ revision: 2 }] });
  });

  const ending = endingOf(e4);
  const lastOf = ({ revision, hash }: GivenEvent) => ({ last: { revision, hash } });

  it('stays ended, and what is put behind the end goes', async () => {
    expect(await planned({ rows: [...rows, stored(ending)], leaves })).toMatchObject({
      state: 'ended',
      findings: [],
    });
    const behind = written(1, { after: ending, branch: 'x' }).map((event) => stored(event));
    const plan = await planned({ rows: [...rows, stored(ending), ...behind], leaves });
    expect([plan.state, revisions(plan)]).toEqual(['repairable', { removed: [6], putBack: [] }]);
  });

  it('is ended again if somebody takes its last event away', async () => {
    const ended = { last: { revision: 4, hash: e4.hash } };
    const plan = await planned({ rows, leaves }, { ...POSTGRES, ended });
    expect(plan).toMatchObject({
      state: 'repairable',
      end: { last: ended.last, isMarked: true },
      removed: [],
    });
    const [more] = written(1, { after: e4 }) as [GivenEvent];
    const gone = await planned({ rows: [...rows, stored(more)], leaves }, { ...POSTGRES, ended });
    expect(revisions(gone)).toEqual({ removed: [5], putBack: [] });
  });

  it('stays ended although the tree has leaves of the events that were lost, with its record and without', async () => {
    const end = endingOf(e1);
    for (const last of [[...leaves, leafOf(end, 9)], leaves])
      for (const ended of [lastOf(e1), undefined])
        expect(
          await planned({ rows: [...rows.slice(0, 2), stored(end)], leaves: last }, { ...POSTGRES, ended }),
        ).toMatchObject({ state: 'ended', findings: [], removed: [], putBack: [], end: undefined });
    const beginning = endingOf({ ...e0, revision: -1, hash: '0'.repeat(64) });
    const plan = await planned({ rows: [stored(beginning)], leaves }, { ...POSTGRES, ended: { last: null } });
    expect(plan).toMatchObject({ state: 'ended', findings: [] });
  });

  it('is ended where its record says, if somebody puts the events back that do not count any more', async () => {
    const choices = { ...POSTGRES, ended: lastOf(e1) };
    for (const behind of [[], [stored(ending)]]) {
      const plan = await planned({ rows: [...rows, ...behind], leaves }, choices);
      expect(plan).toMatchObject({ state: 'repairable', end: { ...lastOf(e1), isMarked: true } });
      expect(revisions(plan).removed).toEqual([2, 3, 4, 5].slice(0, 3 + behind.length));
    }
  });

  it('is not whole without the last event that its record names, even if nothing else knows that event', async () => {
    const plan = await planned({ rows: without(4) }, { ...POSTGRES, ended: lastOf(e4) });
    expect(plan).toMatchObject({
      state: 'hindered',
      hindrance: 'lost',
      stop: { revision: 4, hashes: [e4.hash] },
    });
  });

  it('stays closed if an event before its end is lost, and can end earlier', async () => {
    const ended = { last: { revision: 4, hash: e4.hash } };
    const given = { rows: without(2), leaves };
    const plan = await planned(given, { ...POSTGRES, ended });
    expect(plan).toMatchObject({ state: 'hindered', hindrance: 'lost' });
    const earlier = await planned(given, { ...POSTGRES, ended, end: true });
    expect(earlier).toMatchObject({
      state: 'repairable',
      end: { last: { revision: 1, hash: e1.hash }, fault: 'deleted' },
    });
  });

  it('is never a trust stream, in which the mark would end another stream', async () => {
    const given = await facts({ rows: without(2), leaves });
    const plan = planRepair({ ...given, stream: `trust-of-${STREAM}` }, { ...POSTGRES, end: true });
    expect(plan).toMatchObject({ state: 'hindered', hindrance: 'lost', end: undefined });
  });

  it('stays ended in EventStoreDB, whatever is stored behind its end', async () => {
    const [invented] = written(1, { after: e4, branch: 'x' }) as [GivenEvent];
    const end = endingOf(e1);
    const behind = [stored(end), foreign({ ...invented, revision: 3 })];
    const plan = await planned({ rows: [...rows.slice(0, 2), ...behind], leaves }, EVENTSTOREDB);
    expect(plan).toMatchObject({ state: 'ended', findings: [] });
  });
});
