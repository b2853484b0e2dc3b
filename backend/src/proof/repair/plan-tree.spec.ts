import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { TEST_KEYS } from '../../eventsourcing/trust/testing/test-trust.js';
import { planRepair, type RepairChoices, type RepairPlan } from './plan-repair.js';
import {
  facts,
  type Given,
  type GivenEvent,
  leafOf,
  stored,
  withoutMac,
  written,
} from './testing/given-stream.js';

const POSTGRES: RepairChoices = { canRewrite: true, end: false, keyNames: TEST_KEYS.names };
const EVENTSTOREDB: RepairChoices = { ...POSTGRES, canRewrite: false };

const planned = async (given: Given, choices: RepairChoices = POSTGRES): Promise<RepairPlan> =>
  planRepair(await facts(given), choices);

const all = written(4);
const rows = all.map((event) => stored(event));
/** The rows as they are after an adoption, or after somebody took the MACs away. */
const unmarked = all.map((event) => stored(withoutMac(event)));
/** Leaves with their own MACs whose proofs are incomplete, because other rows of the tree are missing. */
const unproven = all.map((event, place) => ({ ...leafOf(event, place, false), isNamed: true }));
const [invented] = written(1, { after: all[3] as GivenEvent, branch: 'x' }) as [GivenEvent];
const foreign: UntrustedEvent = stored(withoutMac(invented));

const HINDERED = { state: 'hindered', hindrance: 'tree', removed: [], putBack: [], end: undefined };

describe('a stream whose leaves have their own MACs and no proofs', () => {
  it.each([
    ['PostgreSQL', POSTGRES],
    ['EventStoreDB', EVENTSTOREDB],
  ])(
    'keeps its events without MACs until the tree is whole, and is not ended either, in %s',
    async (_, store) => {
      for (const end of [false, true])
        for (const given of [unmarked, [...rows.slice(0, 2), ...unmarked.slice(2)]])
          expect(await planned({ rows: given, leaves: unproven }, { ...store, end })).toMatchObject(HINDERED);
    },
  );

  it('is not called whole if its end was cut off', async () => {
    for (const end of [false, true])
      expect(await planned({ rows: rows.slice(0, 3), leaves: unproven }, { ...POSTGRES, end })).toMatchObject(
        HINDERED,
      );
  });

  it('is repaired as far as each of these leaves names an event with a MAC', async () => {
    expect(await planned({ rows, leaves: unproven })).toMatchObject({ state: 'whole', findings: [] });
    const plan = await planned({ rows: [...rows, foreign], leaves: unproven });
    expect([plan.state, plan.removed.map(({ event }) => event)]).toEqual(['repairable', [foreign]]);
    const fromFile = await planned({ rows: rows.slice(0, 3), leaves: unproven, offered: all });
    expect([fromFile.state, fromFile.putBack.map(({ revision }) => revision)]).toEqual(['repairable', [3]]);
  });
});

describe('a stream without leaves, while the tree has missing or renamed ones', () => {
  it('keeps each event whose bytes fit its hash, and is not ended before it', async () => {
    for (const given of [unmarked, [...rows, foreign]])
      for (const end of [false, true])
        expect(await planned({ rows: given, isTreeWhole: false }, { ...POSTGRES, end })).toMatchObject(
          HINDERED,
        );
    expect(await planned({ rows: [...rows, foreign] })).toMatchObject({ state: 'repairable' });
  });

  it('loses an event whose bytes fit no hash', async () => {
    const broken = { ...foreign, data: Buffer.from('{"open":{"forged":true}}') };
    const plan = await planned({ rows: [...rows, broken], isTreeWhole: false });
    expect([plan.state, plan.removed.map(({ event }) => event)]).toEqual(['repairable', [broken]]);
  });
});
