import { checkedEvents } from './verify-nda.js';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { isLongRun } from '../platform/testing/long-run.js';
import { leavesOfStream, type Leaf } from './leaves.js';
import { LogPass } from './log-pass.js';
import type { PassState } from './pass-state.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { onServerOf } from '../../testing/log/server-of-rows.js';
import { rowsLog } from './testing/rows-log.js';
import { flips, rearranged, renamed, type Tampered } from './testing/tampered.js';
import { verifyLog } from './verify-log.js';
import { placesIn } from './verify-stream.js';

/**
 * `npm run test:long` tries every case of the fast tests, and every tenth case of the slow tests. Any other
 * run tries every tenth case of the fast tests, and every hundredth case of the slow tests.
 */
const TENTH = isLongRun() ? 1 : 10;
const HUNDREDTH = isLongRun() ? 10 : 100;
const some = <Case>(cases: Iterable<Case>, each: number): Case[] =>
  [...cases].filter((_, n) => n % each === 0);

const { SetLegalHold, LiftLegalHold, SignAsParty1, SignAsParty2 } = oneOfEachCommand;
const { RequestPayment, RecordPaymentIntent, RecordPaymentSuccess } = oneOfEachCommand;
const JOURNEY = [
  SignAsParty1,
  SignAsParty2,
  RequestPayment,
  RecordPaymentIntent,
  RecordPaymentSuccess,
  SetLegalHold,
  LiftLegalHold,
] as const;

let met: CheckpointedLog;
let rows: UntrustedEvent[];
let stream: string;
let own: UntrustedEvent[];
let leaves: Leaf[];
beforeAll(async () => {
  met = await CheckpointedLog.open();
  await met.nda(SetLegalHold, LiftLegalHold);
  stream = ndaStream(await met.nda(...JOURNEY));
  await met.nda(SetLegalHold, LiftLegalHold);
  await met.sign();
  rows = await met.rows();
  own = rows.filter((row) => row.stream === stream);
  leaves = await leavesOfStream(met.pool, stream, 0, 100);
});
afterAll(() => met.stop());

const replaced = (row: UntrustedEvent, by: UntrustedEvent): UntrustedEvent[] =>
  rows.map((one) => (one === row ? by : one));
const verdict = async (changed: readonly UntrustedEvent[]) =>
  (await verifyLog(met.parts(rowsLog(changed)))).firstBroken;
async function expectFound({ what, rows: changed, kinds, revision }: Tampered): Promise<void> {
  const broken = await verdict(changed);
  const isNamed = broken !== null && kinds.includes(broken.kind);
  const isThere = revision === undefined || (broken?.stream === stream && broken.revision === revision);
  expect({ what, broken, found: isNamed && isThere }).toEqual({ what, broken, found: true });
}

describe('in the rows of a journey', () => {
  it('a log without changes gives no finding', async () => {
    expect(own.length).toBeGreaterThan(8);
    expect(await verdict(rows)).toBeNull();
  });

  it('one flipped bit in any byte is found as an altered event, at its place', async () => {
    const expected = {
      leaves,
      leafWith: (hash: string) => leaves.find(({ eventHash }) => eventHash === hash),
    };
    for (const row of own)
      for (const flipped of some(flips(row), TENTH)) {
        const changed = own.map((one) => (one === row ? flipped : one));
        const ofEvents = await checkedEvents(changed, met.bench.infrastructure.log.checker);
        const [broken] = placesIn({ stream, events: changed, expected, ofEvents }).places;
        expect(broken).toMatchObject({ stream, revision: row.revision, kind: 'altered' });
      }
  });

  it('the pass over the whole log finds one flipped bit too', async () => {
    for (const row of own)
      for (const flipped of some(flips(row), HUNDREDTH))
        await expectFound({
          what: `alters ${row.revision}`,
          rows: replaced(row, flipped),
          kinds: ['altered'],
          revision: row.revision,
        });
  });

  it("one flipped bit in the name of an event's stream is found, as an event from elsewhere or as a missing one", async () => {
    for (const row of own)
      for (const other of some(renamed(row), TENTH))
        await expectFound({
          what: `renames ${row.revision}`,
          rows: replaced(row, other),
          kinds: ['spliced', 'dropped', 'truncated'],
        });
  });

  it('each dropped, doubled or swapped row is found and classified', async () => {
    const cases = [...rearranged(rows, stream)];
    expect(cases.length).toBeGreaterThan(80);
    for (const tampered of cases) await expectFound(tampered);
  });
});

describe('in a copy of the streams in EventStoreDB', () => {
  const cases = (): Tampered[] => {
    const found: Tampered[] = [];
    for (const [n, row] of own.entries()) {
      const next = own[n + 1];
      found.push({
        what: `drops ${n}`,
        rows: rows.filter((one) => one !== row),
        kinds: next === undefined ? ['truncated'] : ['dropped'],
        revision: n,
      });
      found.push({
        what: `doubles ${n}`,
        rows: rows.flatMap((one) => (one === row ? [row, row] : [one])),
        kinds: ['inserted'],
        revision: n + 1,
      });
      if (next !== undefined)
        found.push({
          what: `swaps ${n} and ${n + 1}`,
          rows: rows.map((one) => (one === row ? next : one === next ? row : one)),
          kinds: ['reordered'],
          revision: n,
        });
      const [flipped] = some(flips(row), 7).slice(n);
      if (flipped !== undefined)
        found.push({ what: `alters ${n}`, rows: replaced(row, flipped), kinds: ['altered'], revision: n });
    }
    return found;
  };

  it('each dropped, doubled, swapped or altered row is found and classified', async () => {
    for (const { what, rows: changed, kinds, revision } of some(cases(), isLongRun() ? 1 : 5)) {
      const { firstBroken } = await onServerOf(changed, (log) => verifyLog(met.parts(log)));
      expect({ what, kind: firstBroken?.kind, revision: firstBroken?.revision }).toEqual({
        what,
        kind: kinds[0],
        revision,
      });
    }
  });

  it('a log without changes gives no finding, in one go or from any saved state', async () => {
    const verdicts = await onServerOf(rows, async (log) => {
      const parts = { ...met.parts(log), batchSize: 4 };
      const states: PassState[] = [];
      const first = await LogPass.over(parts);
      for await (const _ of first.steps()) states.push(first.state);
      expect(states.length).toBeGreaterThan(3);
      const passes = await Promise.all(states.map((state) => LogPass.over(parts, state)));
      for (const pass of passes) for await (const _ of pass.steps());
      return [first, ...passes].map(({ verdict: found }) => found);
    });
    for (const found of verdicts)
      expect(found).toMatchObject({ events: rows.length, checkpoints: 1, firstBroken: null });
  });
});
