import fc from 'fast-check';
import type { UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { TEST_KEYS } from '../../eventsourcing/trust/testing/test-trust.js';
import { planRepair, type RepairChoices, type RepairPlan } from './plan-repair.js';
import { facts, type Given, leafOf, stored, withoutMac, written } from './testing/given-stream.js';

const POSTGRES: RepairChoices = { canRewrite: true, end: false, keyNames: TEST_KEYS.names };
const EVENTSTOREDB: RepairChoices = { ...POSTGRES, canRewrite: false };

const planned = async (given: Given, choices: RepairChoices = POSTGRES): Promise<RepairPlan> =>
  planRepair(await facts(given), choices);

const hashes = (events: readonly { readonly hash: string }[]) => events.map(({ hash }) => hash);

const all = written(5);
const rows = all.map((event) => stored(event));
const leaves = all.map((event, place) => leafOf(event, place));

describe('whatever was done to the rows', () => {
  type Attack = (given: readonly UntrustedEvent[]) => readonly UntrustedEvent[];
  const index = fc.nat({ max: 7 });
  const at = (given: readonly UntrustedEvent[], n: number): number => n % Math.max(1, given.length);
  const replaced = (given: readonly UntrustedEvent[], n: number, by: Partial<UntrustedEvent>) =>
    given.map((row, m) => (m === at(given, n) ? { ...row, ...by } : row));
  const attack: fc.Arbitrary<Attack> = fc.oneof(
    index.map(
      (n): Attack =>
        (given) =>
          given.filter((_, m) => m !== at(given, n)),
    ),
    fc.tuple(index, fc.uint8Array({ minLength: 1, maxLength: 30 })).map(
      ([n, data]): Attack =>
        (given) =>
          replaced(given, n, { data }),
    ),
    fc.tuple(index, fc.uint8Array({ maxLength: 30 })).map(
      ([n, metadata]): Attack =>
        (given) =>
          replaced(given, n, { metadata }),
    ),
    fc.tuple(index, index).map(
      ([n, revision]): Attack =>
        (given) =>
          replaced(given, n, { revision }),
    ),
    index.map(
      (n): Attack =>
        (given) => {
          const row = given[at(given, n)];
          return row === undefined ? given : [...given, { ...row, revision: given.length }];
        },
    ),
    fc.tuple(index, fc.string()).map(
      ([n, type]): Attack =>
        (given) =>
          replaced(given, n, { type }),
    ),
  );
  const attacks = fc.array(attack, { maxLength: 5 });
  const attacked = (done: readonly Attack[]) =>
    done.reduce<readonly UntrustedEvent[]>((given, one) => one(given), rows);

  it('the stream is whole again with a file that has everything', async () => {
    await fc.assert(
      fc.asyncProperty(attacks, fc.boolean(), async (done, hasMac) => {
        const offered = hasMac ? all : all.map(withoutMac);
        const before = attacked(done);
        const plan = await planned({ rows: before, leaves, offered });
        expect(['repairable', 'whole']).toContain(plan.state);
        expect(hashes(plan.events)).toEqual(hashes(all));
        const staying = rowsAfter(before, plan);
        expect(staying).toEqual([0, 1, 2, 3, 4]);
      }),
    );
  });

  it('nothing but genuine events in their order is ever planned, with or without leaves and files', async () => {
    await fc.assert(
      fc.asyncProperty(
        attacks,
        fc.subarray(all),
        fc.subarray(leaves),
        fc.boolean(),
        async (done, offered, known, end) => {
          const given = { rows: attacked(done), leaves: known, offered };
          for (const choices of [POSTGRES, EVENTSTOREDB]) {
            const plan = await planned(given, { ...choices, end });
            expect(hashes(all).slice(0, plan.events.length)).toEqual(hashes(plan.events));
            if (end) expect(plan.state).not.toBe('hindered');
          }
        },
      ),
    );
  });

  /** Revisions of the stream's rows after the repair. */
  function rowsAfter(before: readonly UntrustedEvent[], { removed, putBack }: RepairPlan): number[] {
    const gone = new Set(removed.map(({ event }) => event));
    const staying = before.filter((row) => !gone.has(row)).map(({ revision }) => revision);
    return [...staying, ...putBack.map(({ revision }) => revision)].toSorted((one, other) => one - other);
  }
});
