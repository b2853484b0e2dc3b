import { randomUUID } from 'node:crypto';
import type { Infrastructure } from '../app/infrastructure.js';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { until } from '../platform/testing/until.js';
import { attackedStore, type AttackedStore } from '../../testing/faults/attacked-store.js';
import { AttackedLog, JOURNEY } from '../../testing/log/attacked-log.js';
import { leavesOfStream } from './leaves.js';

const REASON = ['--reason', 'a drill'] as const;
const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;

/** Number of agreements, one for each test. */
const AGREEMENTS = 10;

// The same attacks on PostgreSQL are in forks.spec.ts and cli/repair-log.spec.ts.
let store: AttackedStore;
let log: AttackedLog;
let streams: string[];
let stream: string;
let genuine: UntrustedEvent[];
beforeAll(async () => {
  store = await attackedStore('EventStoreDB');
  log = await AttackedLog.open(store.url);
  streams = [];
  for (let n = 0; n < AGREEMENTS; n += 1) streams.push(await log.agreement());
});
afterAll(async () => {
  await log.stop();
  await store.stop();
});
beforeEach(async () => {
  stream = streams.pop() ?? '';
  genuine = await log.rows(stream);
});

const last = (): number => genuine.length - 1;
const at = (revision: number): UntrustedEvent => genuine[revision] as UntrustedEvent;
const hashOf = (event: UntrustedEvent | undefined): string => (event && metadataOf(event)?.hash) ?? '';
const idOf = (name: string): string => name.slice('nda-'.length);
const run = (by: Infrastructure, command: NdaCommand, name = stream) =>
  by.commands.run(
    ndaDecider,
    idOf(name),
    command,
    contextAt(log.log.bench.clock.now().toISOString(), { commandId: newId() }),
  );
const placeIn = async (by: Infrastructure, name = stream) => {
  const { events, untrusted } = await by.log.load(name);
  return [events.length, untrusted?.fault];
};
/** Broken places of these streams. Other tests broke other streams of the same log. */
const broken = async (...names: readonly string[]) =>
  (await log.log.verify({ isAccepted: log.infrastructure.trust.closed.accepts })).places
    .filter((place) => (names.length === 0 ? [stream] : names).includes(place.stream ?? ''))
    .map((place) => [place.stream, place.revision, place.kind]);
const tellings = () => log.log.tampering.all.filter(({ kind }) => kind === 'forked').length;

describe('the end of a stream of EventStoreDB that was cut off', () => {
  it.each([
    ['to its old length', [LiftLegalHold]],
    ['and beyond', [LiftLegalHold, SetLegalHold]],
  ] as const)('and filled again %s, is a fork in each process', async (_, then) => {
    const before = tellings();
    await store.remove(stream, last());
    const other = await log.log.another();
    for (const command of then) await run(other, command);
    await until(() => tellings() > before);
    expect(await placeIn(log.infrastructure)).toEqual([last(), 'forked']);
    const restarted = await log.log.another();
    expect(await placeIn(restarted)).toEqual([last(), 'forked']);
    await expect(run(restarted, SetLegalHold)).rejects.toBeInstanceOf(StreamUntrusted);
    expect(await broken()).toEqual([[stream, last(), 'forked']]);
  });

  /** Cuts the last event off, lets a process without a memory go on, and waits for the second leaf. */
  async function forked(): Promise<{ readonly rows: UntrustedEvent[]; readonly lost: string }> {
    await store.remove(stream, last());
    await run(await log.log.another(), LiftLegalHold);
    await until(async () => (await leavesOfStream(log.pool, stream, 0, 100)).length === genuine.length + 1);
    await log.log.sign();
    expect(await log.repair(stream, ...REASON)).toMatchObject({
      isDone: false,
      reports: [{ hindrance: 'forked', stop: last() }],
    });
    return { rows: await log.rows(stream), lost: hashOf(genuine.at(-1)) };
  }

  it('and filled again, counts with the branch that is stored if the operator chooses it', async () => {
    const { rows, lost } = await forked();
    const old = await log.repair(stream, '--branch', lost.slice(0, 16), ...REASON);
    expect(old).toMatchObject({ isDone: false, reports: [{ state: 'closed' }] });
    const chosen = await log.repair(stream, '--branch', hashOf(rows.at(-1)).slice(0, 16), ...REASON);
    expect(chosen).toMatchObject({ isDone: true });
    expect(await log.rows(stream)).toEqual(rows);
    expect(await log.counted(stream)).toEqual([rows.length, undefined]);
    expect(await log.recorded(stream)).toMatchObject([
      { type: 'StreamRestored.v1', open: { removed: [], givenUp: [{ revision: last(), hash: lost }] } },
    ]);
    expect(await broken()).toEqual([]);
  });

  it('and filled again, is ended before the fork if the operator chooses neither branch', async () => {
    const { rows } = await forked();
    expect(await log.repair(stream, '--end', ...REASON)).toMatchObject({
      isDone: true,
      reports: [{ state: 'ended', end: { last: { revision: last() - 1 }, isMarked: false } }],
    });
    expect(await log.rows(stream)).toEqual(rows);
    expect((await log.counted(stream))[0]).toBe(last());
    expect(await log.repair(stream)).toMatchObject({ isDone: true, reports: [{ state: 'ended' }] });
  });

  it('is missed by the process that saw it, and told by verify:log', async () => {
    await store.remove(stream, last());
    expect(await placeIn(log.infrastructure)).toEqual([last(), 'missing']);
    await expect(run(log.infrastructure, SetLegalHold)).rejects.toBeInstanceOf(StreamUntrusted);
    expect(await broken()).toEqual([[stream, last(), 'truncated']]);
  });
});

describe('a stream of EventStoreDB that somebody deleted for good', () => {
  it('stops no reader of the log, is missed by each process that knew it, and can be ended', async () => {
    await log.infrastructure.log.load(stream);
    store.log?.tombstone(stream);
    await log.log.bench.nda(SetLegalHold);
    const restarted = await log.log.another();
    for (const process of [log.infrastructure, restarted]) {
      const read: string[] = [];
      for await (const { events } of process.log.readAll({ after: undefined }))
        read.push(...events.map((event) => event.stream));
      expect(read.at(-1)).not.toBe(stream);
    }
    expect(log.infrastructure.log.placeIn(stream)).toEqual({ revision: 0, fault: 'missing' });
    await expect(run(log.infrastructure, SetLegalHold)).rejects.toBeInstanceOf(StreamUntrusted);
    expect((await restarted.log.ends([stream])).size).toBe(0);
    expect(await broken()).toEqual([[stream, 0, 'truncated']]);
    expect(await log.repair(stream, '--end', ...REASON)).toMatchObject({
      isDone: true,
      reports: [{ state: 'ended', end: { last: null } }],
    });
    expect(await log.counted(stream)).toEqual([0, expect.any(String)]);
    expect(await broken()).toEqual([]);
  });
});

describe('an event of EventStoreDB that was deleted', () => {
  it.each([
    ['first', 0],
    ['in the midst of others', 2],
  ])('%s closes its stream there, in each process', async (_, revision) => {
    await store.remove(stream, revision);
    for (const process of [log.infrastructure, await log.log.another()]) {
      expect(await placeIn(process)).toEqual([revision, 'revision']);
      await expect(run(process, SetLegalHold)).rejects.toBeInstanceOf(StreamUntrusted);
    }
    expect(await broken()).toEqual([[stream, revision, 'dropped']]);
  });
});

describe('a genuine event of EventStoreDB that somebody writes a second time', () => {
  const replay = (event: UntrustedEvent, into: string, revision: number) =>
    store.append({ ...event, stream: into, revision, id: randomUUID() });

  it('into its own stream, at another revision, counts for nothing', async () => {
    await replay(at(1), stream, genuine.length);
    for (const process of [log.infrastructure, await log.log.another()])
      expect(await placeIn(process)).toEqual([genuine.length, 'hash']);
    expect(await broken()).toMatchObject([[stream, genuine.length, expect.any(String)]]);
  });

  it('into another stream, at the same revision, counts for nothing, and nothing is read of its new stream', async () => {
    const other = ndaStream(await log.log.bench.nda(...JOURNEY.slice(0, -1)));
    expect((await log.rows(other)).length).toBe(last());
    await store.append({ ...at(last()), stream: other, revision: last(), id: randomUUID() });
    const begun = ndaStream(newId());
    await store.append({ ...at(0), stream: begun, revision: 0 });
    for (const process of [log.infrastructure, await log.log.another()]) {
      expect(await placeIn(process, other)).toEqual([last(), 'hash']);
      expect(await placeIn(process, begun)).toEqual([0, 'hash']);
    }
    const found = await broken(other, begun);
    expect(found.map(([name, revision]) => [name, revision])).toEqual([
      [other, last()],
      [begun, 0],
    ]);
    expect(await log.counted(stream)).toEqual([genuine.length, undefined]);
  });
});
