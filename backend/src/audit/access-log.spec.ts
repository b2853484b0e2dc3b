import { accessDecider, type RecordReading } from './model/access.decider.js';
import { accessStream } from './model/access.events.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { newId } from '../platform/crypto/ids.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { AccessLog } from './access-log.js';

let bench: TestInfrastructure;
beforeAll(async () => {
  bench = await openTestInfrastructure();
});
afterAll(() => bench.stop());

const log = (assertMayRecord = (): void => undefined): AccessLog =>
  new AccessLog({ ...bench.infrastructure, assertMayRecord });
const context = () => bench.context({ actor: 'auditor' });
const reading = (what: RecordReading['what'], ...ndaIds: string[]): Omit<RecordReading, 'type'> => ({
  role: 'auditor',
  what,
  ndaIds,
});
const recorded = async (session: string): Promise<string[]> =>
  (await bench.infrastructure.commands.state(accessDecider, session)).events.flatMap((event) =>
    event.type === 'PersonalDataRead' ? [[event.actor, event.open.what, ...event.open.ndaIds].join(' ')] : [],
  );
/** Begins a session and returns its id. */
const begun = async (): Promise<string> => {
  const session = newId();
  await log().begin(session, 'auditor', context());
  return session;
};

describe('the log of readings', () => {
  it('records each view of an NDA once an hour, whichever backend shows it', async () => {
    const [session, nda, other] = [await begun(), newId(), newId()];
    const [one, two] = [log(), log()];
    for (const id of [nda, nda, other])
      for (const backend of [one, two]) await backend.record(session, reading('nda', id), context());
    expect(await recorded(session)).toEqual([`auditor nda ${nda}`, `auditor nda ${other}`]);
    bench.clock.advance(3_600_000);
    for (const backend of [two, one]) await backend.record(session, reading('nda', nda), context());
    expect(await recorded(session)).toHaveLength(3);
    await one.record(await begun(), reading('nda', nda), context());
    expect(await recorded(session)).toHaveLength(3);
  });

  it('loses none of many simultaneous readings on two backends', async () => {
    const session = await begun();
    const [one, two] = [log(), log()];
    const ids = Array.from({ length: 20 }, () => newId());
    await Promise.all(
      ids.map((id, at) => (at % 2 === 0 ? one : two).record(session, reading('list', id), context())),
    );
    expect((await recorded(session)).toSorted()).toEqual(ids.map((id) => `auditor list ${id}`).toSorted());
  });

  it('reads a stream once, and after that only events that other backends append', async () => {
    const session = await begun();
    const [one, two] = [log(), log()];
    for (let at = 0; at < 5; at += 1) await one.record(session, reading('list', newId()), context());
    const load = jest.spyOn(bench.infrastructure.journal, 'load');
    try {
      for (let at = 0; at < 3; at += 1) await one.record(session, reading('list', newId()), context());
      expect(load).not.toHaveBeenCalled();
      await two.record(session, reading('list', newId()), context());
      await one.record(session, reading('list', newId()), context());
      const read = await Promise.all(load.mock.results.map(({ value }) => value));
      expect(read.map(({ events }: { events: unknown[] }) => events.length)).toEqual([9, 1]);
    } finally {
      load.mockRestore();
    }
    expect(await recorded(session)).toHaveLength(10);
  });

  it("reads a session with one call to the store after recording for it, and sees other backends' events", async () => {
    const session = await begun();
    const [one, two] = [log(), log()];
    await one.read(session);
    const { store } = bench.infrastructure;
    const [ends, readStream] = [jest.spyOn(store, 'ends'), jest.spyOn(store, 'readStream')];
    try {
      await one.record(session, reading('list', newId()), context());
      [ends, readStream].forEach((spy) => spy.mockClear());
      expect((await one.read(session)).hasEnded).toBe(false);
      expect([ends.mock.calls.length, readStream.mock.calls.length]).toEqual([0, 1]);
      await one.record(session, reading('list', newId()), context());
      await two.end(session, 'logout', context());
      expect((await one.read(session)).hasEnded).toBe(true);
      [ends, readStream].forEach((spy) => spy.mockClear());
      expect((await one.read(session)).hasEnded).toBe(true);
      expect([ends.mock.calls.length, readStream.mock.calls.length]).toEqual([1, 0]);
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('throws if it cannot record, and reads the stream again afterwards', async () => {
    const [session, nda] = [await begun(), newId()];
    const one = log();
    const append = jest
      .spyOn(bench.infrastructure.journal, 'append')
      .mockRejectedValueOnce(new EventStoreUnavailable('away'));
    await expect(one.record(session, reading('nda', nda), context())).rejects.toThrow('away');
    append.mockRestore();
    await one.record(session, reading('nda', nda), context());
    expect(await recorded(session)).toEqual([`auditor nda ${nda}`]);
    const refusing = log(() => {
      throw new EventStoreUnavailable('the clocks disagree');
    });
    await expect(refusing.record(session, reading('list', nda), context())).rejects.toThrow('clocks');
    expect(await recorded(session)).toHaveLength(1);
  });

  it('has no key', async () => {
    const session = await begun();
    await log().record(session, reading('list', newId()), context());
    expect(await bench.infrastructure.vault.keyIdOf(accessStream(session))).toBeUndefined();
  });
});
