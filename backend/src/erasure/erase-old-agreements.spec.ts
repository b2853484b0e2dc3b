import { DAY_MS } from '@siegel/contracts/limits';
import { rebuildProjection } from '../eventsourcing/projections/rebuild.js';
import type { Projection } from '../eventsourcing/projections/projection.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { enqueueMissing } from '../platform/jobs/enqueue.js';
import { silentLogger } from '../platform/logging/logger.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { agreementProjection } from '../agreements/agreement.projection.js';
import { completedBefore, unfinishedBefore } from '../agreements/owed/owed-work.js';
import { eraseOldAgreements } from './erase-old-agreements.js';

const KEPT = { completedDays: 20, unfinishedDays: 10 };
const { SignAsParty1, SignAsParty2, SetLegalHold, LiftLegalHold } = oneOfEachCommand;
const never = new AbortController().signal;
const IN_PERSON = { ...SignAsParty1, mode: 'in-person', party1PaysForBoth: false } as const;
const SECOND = { ...SignAsParty2, channel: { kind: 'in-person' } } as const;
const ERASED = 'NdaErased';

let bench: TestInfrastructure;
beforeEach(async () => {
  bench = await openTestInfrastructure();
});
afterEach(() => bench.stop());

/** Rebuilds the rows from the events so far. */
const rows = () =>
  rebuildProjection({ ...bench.infrastructure, projection: agreementProjection as unknown as Projection });
const rounds = (commands = bench.infrastructure.commands) => {
  const { pool } = bench.infrastructure;
  return eraseOldAgreements({
    completedBefore: completedBefore.bind(undefined, pool),
    unfinishedBefore: unfinishedBefore.bind(undefined, pool),
    commands,
    clock: bench.clock,
    logger: silentLogger,
    enqueue: (jobs) => enqueueMissing(pool, jobs),
    keptFor: KEPT,
  });
};
/** Runs one round of each kind, as a backend does. */
const run = async (commands?: TestInfrastructure['infrastructure']['commands']): Promise<void> => {
  for (const round of rounds(commands)) await round.run(never);
};
const erasedOf = async (ids: readonly string[]): Promise<boolean[]> =>
  Promise.all(ids.map(async (id) => (await bench.types(id)).includes(ERASED)));
const advanceDays = (days: number): void => bench.clock.advance(days * DAY_MS);

it('agreements are erased once after their retention, which depends on the kind, no matter how many rounds run', async () => {
  const completed = await bench.nda(IN_PERSON, SECOND);
  const [unfinished, touched, draft] = [
    await bench.nda(IN_PERSON),
    await bench.nda(IN_PERSON),
    await bench.nda(),
  ];
  advanceDays(2);
  await bench.run(touched, { ...IN_PERSON, mode: 'remote' });
  const all = [completed, unfinished, touched, draft];
  await rows();
  advanceDays(8 - 0.001);
  await run();
  expect(await erasedOf(all)).toEqual([false, false, false, false]);
  advanceDays(0.002);
  await Promise.all([run(), run(), run()]);
  expect(await erasedOf(all)).toEqual([false, true, false, false]);
  advanceDays(2);
  await run();
  expect(await erasedOf(all)).toEqual([false, true, true, false]);
  // The rows were not rebuilt after the erasures, so they still list agreements that are already erased. A
  // round leaves such an agreement unchanged.
  advanceDays(8);
  await Promise.all([run(), run()]);
  await run();
  expect(await erasedOf(all)).toEqual([true, true, true, false]);
  for (const id of [completed, unfinished, touched])
    expect((await bench.types(id)).filter((type) => type === ERASED)).toHaveLength(1);
  const { events } = await bench.infrastructure.commands.state(ndaDecider, completed);
  expect(events.at(-1)).toMatchObject({ open: { reason: 'retention' }, actor: 'system' });
});

it('agreements under legal hold or with open obligations stay until these end, and delay no other agreement', async () => {
  const held = await bench.nda(IN_PERSON, SECOND, SetLegalHold);
  const owed = await bench.nda(IN_PERSON, SECOND, { type: 'DisputeSignature', party: 2 });
  const free = await bench.nda(IN_PERSON, SECOND);
  const all = [held, owed, free];
  await rows();
  advanceDays(30);
  await run();
  expect(await erasedOf(all)).toEqual([false, false, true]);
  await bench.run(held, LiftLegalHold);
  const { state } = await bench.infrastructure.commands.state(ndaDecider, owed);
  for (const { id } of state.obligations.open.filter(({ kind }) => kind === 'dispute'))
    await bench.run(owed, { type: 'CloseObligation', about: id, by: 'admin' });
  await rows();
  await run();
  expect(await erasedOf(all)).toEqual([true, true, true]);
});

it('an agreement that was put under legal hold, or signed by Party 2, after its row was read stays', async () => {
  const [held, signed] = [await bench.nda(IN_PERSON), await bench.nda(IN_PERSON)];
  await rows();
  advanceDays(11);
  await bench.run(held, SetLegalHold);
  await bench.run(signed, SECOND);
  await run();
  expect(await erasedOf([held, signed])).toEqual([false, false]);
});

it('an interrupted round resumes where it stopped, or at the beginning if the process is new', async () => {
  const ids = [await bench.nda(IN_PERSON), await bench.nda(IN_PERSON), await bench.nda(IN_PERSON)];
  await rows();
  advanceDays(11);
  const { commands } = bench.infrastructure;
  const stop = new AbortController();
  const stopping: typeof commands = {
    state: (...query) => commands.state(...query),
    lastTrusted: (...query) => commands.lastTrusted(...query),
    run: (...command) => {
      stop.abort();
      return commands.run(...command);
    },
  };
  for (const round of rounds(stopping)) await round.run(stop.signal);
  expect((await erasedOf(ids)).filter(Boolean)).toHaveLength(1);
  await run();
  expect(await erasedOf(ids)).toEqual([true, true, true]);
});
