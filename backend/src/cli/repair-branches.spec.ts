import type { Infrastructure } from '../app/infrastructure.js';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaIdOf } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';
import { leavesOfStream } from '../proof/leaves.js';
import { treeSize } from '../proof/stored-tree.js';
import { until } from '../platform/testing/until.js';

const REASON = ['--reason', 'a drill'] as const;
const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;
const BRANCH: readonly NdaCommand[] = [SetLegalHold, LiftLegalHold];

let log: AttackedLog;
let stream: string;
/** Number of events before the branches. */
let length: number;
beforeEach(async () => {
  log = await AttackedLog.open();
  stream = await log.agreement();
  ({ length } = await log.rows(stream));
});
afterEach(() => log.stop());

const hashOf = (event: UntrustedEvent | undefined): string => (event && metadataOf(event)?.hash) ?? '';
const cut = () =>
  log.pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision >= $2', [stream, length]);
const placeIn = async (by: Infrastructure) => (await by.log.load(stream)).untrusted;
/** Places that a verification finds in the stream, with the choices that are recorded by now. */
async function broken() {
  await log.infrastructure.records.read();
  const isAccepted = log.infrastructure.trust.closed.accepts;
  return (await log.log.verify({ isAccepted })).places.filter((place) => place.stream === stream);
}

/** Appends an event to another stream, so that the log goes on behind the branch that is removed. */
async function further(): Promise<void> {
  const size = await treeSize(log.pool);
  await log.log.bench.nda();
  await until(async () => (await treeSize(log.pool)) > size);
}

/** Removes the branch that is stored. A process that has not seen it appends another one, and the tree gets its leaves. */
async function branch(commands: readonly NdaCommand[]): Promise<readonly UntrustedEvent[]> {
  await further();
  await cut();
  const leaves = async () => (await leavesOfStream(log.pool, stream, 0, 100)).length;
  const before = await leaves();
  const by = await log.log.another();
  for (const [n, command] of commands.entries())
    await by.commands.run(
      ndaDecider,
      ndaIdOf(stream),
      { ...command, reason: `${before} and ${n}` } as NdaCommand,
      log.log.bench.context(),
    );
  await until(async () => (await leaves()) === before + commands.length);
  return (await log.rows(stream)).slice(length);
}

async function choose(event: UntrustedEvent | undefined): Promise<void> {
  const chosen = await log.repair(stream, '--branch', hashOf(event), ...REASON);
  expect(chosen).toMatchObject({ isDone: true });
}

it('the choice among two branches holds for all their events, in each process', async () => {
  await branch(BRANCH);
  const [first] = await branch(BRANCH);
  expect(await placeIn(await log.log.another())).toEqual({ revision: length, fault: 'forked' });
  await choose(first);
  expect(await placeIn(await log.log.another())).toBeUndefined();
  expect(await broken()).toEqual([]);
});

it('the choice among two branches excuses no third one, although the chosen event is stored', async () => {
  await branch([SetLegalHold]);
  const [chosen] = await branch([SetLegalHold]);
  await choose(chosen);
  expect(await placeIn(await log.log.another())).toBeUndefined();
  await branch([SetLegalHold]);
  await further();
  await log.log.stopCheckpointer();
  await cut();
  const { id, type, data, metadata } = chosen as UntrustedEvent;
  await log.pool.query(
    'INSERT INTO event_store.events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
    [stream, length, id, type, data, metadata],
  );
  expect(await placeIn(await log.log.another())).toEqual({ revision: length, fault: 'forked' });
  expect(await broken()).toMatchObject([{ revision: length, kind: 'forked' }]);
  expect(await log.repair(stream)).toMatchObject({ reports: [{ state: 'closed', hindrance: 'forked' }] });
});
