import { filesNamedIn } from '../../app/stored-files.js';
import { ndaStream } from '../../nda/nda.events.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { RecordedTampering } from '../../platform/tampering/testing/recorded-tampering.js';
import { CheckpointedLog } from '../../../testing/log/checkpointed-log.js';
import type { Accepts } from '../../eventsourcing/trust/closed-streams.js';
import { RecheckStreams } from './recheck-streams.js';
import type { FilesNamedIn } from './stored-files.js';
import { OWED_REPAIR, TamperedStreams, tamperedAfter, tamperedFigures } from './tampered-streams.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;

describe('the streams in which something is broken', () => {
  let met: CheckpointedLog;
  let streams: string[];
  beforeEach(async () => {
    met = await CheckpointedLog.open();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await met.nda(SetLegalHold, LiftLegalHold));
    streams = ids.map(ndaStream);
  });
  afterEach(() => met.stop());

  const signal = new AbortController().signal;
  const change = (statement: string, values: unknown[] = []) => met.pool.query(statement, values);
  const altered = (n: number, type: string) =>
    change('UPDATE event_store.events SET type = $1 WHERE stream = $2 AND revision = 1', [type, streams[n]]);
  const breakOne = (n: number) => altered(n, 'Other.v1');
  const repair = (n: number) => altered(n, 'LegalHoldSet.v1');
  const listed = async () => (await tamperedAfter(met.pool, '', 100)).map(({ stream }) => stream);
  const owed = async () => (await change(OWED_REPAIR)).rows;

  /** A backend: its memory, and the work that looks at the streams again. */
  function backend(
    isAccepted: Accepts = () => false,
    filesIn?: FilesNamedIn,
    opened?: (streams: readonly string[]) => Promise<void>,
  ) {
    const { log, store, journal, blobs, clock } = met.bench.infrastructure;
    const tampering = new RecordedTampering();
    const tampered = new TamperedStreams({
      pool: met.pool,
      tampering,
      clock,
      logger: silentLogger,
      isAccepted,
    });
    const recheck = new RecheckStreams({
      pool: met.pool,
      store,
      log,
      checker: log.checker,
      isAccepted,
      blobs,
      filesIn: filesIn ?? filesNamedIn(journal),
      tampered,
      ...(opened && { opened }),
      mostMs: Number.POSITIVE_INFINITY,
    });
    const run = async (): Promise<void> => {
      await recheck.run(signal);
      // The infrastructure lists closed streams too.
      await met.bench.infrastructure.tampered.settled();
    };
    return { tampered, tampering, run };
  }

  const closed = (n: number) => [streams[n] ?? '', { revision: 1, fault: 'hash' }] as const;

  it('are written again some hundred at a time', async () => {
    const { tampered } = backend();
    const count = 1200;
    for (let n = 0; n < count; n += 1) tampered.closed(`nda-${n}`, { revision: 0, fault: 'mac' });
    await tampered.settled();
    await change('DELETE FROM tampered_streams');
    const query = jest.spyOn(met.pool, 'query');
    await tampered.writeAll();
    expect(query.mock.calls.length).toBeGreaterThan(2);
    query.mockRestore();
    expect(await tamperedFigures(met.pool)).toMatchObject({ streams: count });
  });

  it('are reported once each, listed, and counted as one obligation', async () => {
    const { tampered, tampering } = backend();
    expect(await owed()).toEqual([]);
    tampered.closed(...closed(0));
    await tampered.found({ stream: streams[1] ?? '', revision: 2, kind: 'truncated', detail: 'its end' });
    await tampered.found({ stream: null, revision: null, kind: 'bad_signature', detail: 'no known key' });
    expect(tampering.all).toEqual([
      { kind: 'event', subject: { stream: streams[0], revision: 1, fault: 'hash' } },
      { kind: 'log', subject: { fault: 'truncated', stream: streams[1], revision: 2 } },
      { kind: 'checkpoint', subject: { fault: 'bad_signature' } },
    ]);
    expect(await listed()).toEqual([streams[0], streams[1]].toSorted());
    expect(await tamperedFigures(met.pool)).toEqual({ streams: 2, isTreeBroken: true });
    expect(await owed()).toMatchObject([
      { kind: 'tampering', nda_id: null, reference: '2', since: met.bench.clock.now().toISOString() },
    ]);
  });

  it('are verified again: a stream that was repaired is forgotten and open, another one stays', async () => {
    const { closed: closing } = met.bench.infrastructure.trust;
    for (const n of [0, 1]) await breakOne(n);
    const { tampered, run } = backend();
    for (const n of [0, 1]) {
      await met.bench.infrastructure.log.load(streams[n] ?? '');
      tampered.closed(...closed(n));
    }
    await run();
    expect((await listed()).toSorted()).toEqual([streams[0], streams[1]].toSorted());
    await repair(0);
    await run();
    expect(await listed()).toEqual([streams[1]]);
    expect([closing.placeIn(streams[0] ?? ''), closing.placeIn(streams[1] ?? '')?.revision]).toEqual([
      undefined,
      1,
    ]);
    await repair(1);
    await run();
    expect(await owed()).toEqual([]);
  });

  it('are brought up to date before they are forgotten, even if that fails at first', async () => {
    await breakOne(0);
    const calls: string[] = [];
    let fails = true;
    const { tampered, run } = backend(undefined, undefined, async (names) => {
      expect(await listed()).toEqual(names);
      calls.push(...names);
      if (fails) throw new Error('a backend keeps changing the rows');
    });
    tampered.closed(...closed(0));
    await run();
    expect(calls).toEqual([]);
    await repair(0);
    await expect(run()).rejects.toThrow('keeps changing');
    expect(await listed()).toEqual([streams[0]]);
    fails = false;
    await run();
    expect([calls, await listed()]).toEqual([[streams[0], streams[0]], []]);
  });

  it('do not wait for a stream that cannot be brought up to date', async () => {
    const [, second = ''] = streams;
    const { tampered, run } = backend(undefined, undefined, async (names) => {
      if (names.includes(second)) throw new Error('its rows cannot be rebuilt');
    });
    for (const n of [0, 1, 2]) tampered.closed(...closed(n));
    await expect(run()).rejects.toThrow('cannot be rebuilt');
    expect(await listed()).toEqual([second]);
  });

  it('are written again and verified, even if one that was found whole cannot be brought up to date', async () => {
    const [first = '', second = '', third = ''] = streams;
    await breakOne(2);
    const { tampered, run } = backend(undefined, undefined, async (names) => {
      if (names.includes(second)) throw new Error('its rows cannot be rebuilt');
    });
    for (const n of [1, 2]) tampered.closed(...closed(n));
    await tampered.settled();
    await change('DELETE FROM tampered_streams');
    await change(`INSERT INTO tampered_streams VALUES ($1, 1, 'hash', 'invented', now())`, [first]);
    await expect(run()).rejects.toThrow('cannot be rebuilt');
    expect((await listed()).toSorted()).toEqual([second, third].toSorted());
  });

  it('stay while two of their events have changed places in the log', async () => {
    const { tampered, run } = backend();
    const [one = '', other = ''] = streams;
    const swap = () =>
      change(
        `WITH of AS (SELECT position FROM event_store.events WHERE stream = $1 AND revision = 1),
           to_ AS (SELECT position FROM event_store.events WHERE stream = $2 AND revision = 1)
         UPDATE event_store.events AS e
         SET position = CASE WHEN e.position = of.position THEN -to_.position ELSE -of.position END
         FROM of, to_ WHERE e.position IN (of.position, to_.position)`,
        [one, other],
      ).then(() => change('UPDATE event_store.events SET position = -position WHERE position < 0'));
    await swap();
    for (const stream of [one, other])
      await tampered.found({ stream, revision: 1, kind: 'reordered', detail: 'its place' });
    await run();
    expect((await listed()).toSorted()).toEqual([one, other].toSorted());
    await swap();
    await run();
    expect(await listed()).toEqual([]);
  });

  it('are forgotten as soon as the operator has accepted the place', async () => {
    let accepted = false;
    await breakOne(0);
    const { tampered, run } = backend(() => accepted);
    tampered.closed(...closed(0));
    await run();
    expect(await listed()).toEqual([streams[0]]);
    accepted = true;
    await run();
    expect(await listed()).toEqual([]);
    tampered.closed(...closed(0));
    await tampered.found({ stream: streams[0] ?? '', revision: 1, kind: 'altered', detail: 'its hash' });
    expect(await listed()).toEqual([]);
  });

  it('do not depend on rows: a deleted row is written again, and an invented one is deleted', async () => {
    await breakOne(0);
    const { tampered, run } = backend();
    tampered.closed(...closed(0));
    await run();
    await change('DELETE FROM tampered_streams');
    await change(
      `INSERT INTO tampered_streams VALUES ($1, 1, 'hash', 'invented', now()), ('nda-nobody', 0, 'mac', 'invented', now())`,
      [streams[2]],
    );
    await run();
    expect(await listed()).toEqual([streams[0]]);
  });

  it('are found in the table by a backend that has just started, and stay until they are whole', async () => {
    await breakOne(0);
    const first = backend();
    first.tampered.closed(...closed(0));
    await first.run();
    const second = backend();
    await second.run();
    expect(await listed()).toEqual([streams[0]]);
    await repair(0);
    await second.run();
    expect(await listed()).toEqual([]);
  });

  it('are reported at a fork that the operator decided, if another event than the chosen one is stored', async () => {
    const { tampered } = backend((_, __, kind, hash) => kind === 'forked' && hash === undefined);
    tampered.closed(streams[0] ?? '', { revision: 1, fault: 'forked' });
    await tampered.settled();
    expect(await listed()).toEqual([streams[0]]);
  });

  it('do not come back after a repair, from the memory of a backend that did not see the repair', async () => {
    await breakOne(0);
    const [first, second] = [backend(), backend()];
    for (const { tampered } of [first, second]) tampered.closed(...closed(0));
    await second.tampered.settled();
    await repair(0);
    await first.run();
    expect(await listed()).toEqual([]);
    await change('CREATE TABLE told (stream text)');
    await change(`CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO told VALUES (NEW.stream); RETURN NEW; END $$`);
    await change(
      'CREATE TRIGGER tell BEFORE INSERT ON tampered_streams FOR EACH ROW EXECUTE FUNCTION tell()',
    );
    await second.run();
    expect((await change('SELECT * FROM told')).rows).toEqual([]);
    // If the stream is still broken, a deleted row is written again at once.
    await breakOne(0);
    second.tampered.closed(...closed(0));
    await second.tampered.settled();
    await change('DELETE FROM tampered_streams');
    await second.run();
    expect(await listed()).toEqual([streams[0]]);
  });

  it('stay if the end of the stream is missing, although a load finds it whole', async () => {
    const end = 'event_store.events WHERE stream = $1 AND revision = 2';
    const { rows } = await change(`SELECT * FROM ${end}`, [streams[0]]);
    await change(`DELETE FROM ${end}`, [streams[0]]);
    const { tampered, run } = backend();
    await tampered.found({ stream: streams[0] ?? '', revision: 2, kind: 'truncated', detail: 'its end' });
    await run();
    expect(await listed()).toEqual([streams[0]]);
    const columns = 'position, stream, revision, id, type, data, metadata';
    const values = columns.split(', ').map((name) => (rows[0] as Record<string, unknown>)[name]);
    await change(`INSERT INTO event_store.events (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, values);
    await run();
    expect(await listed()).toEqual([]);
  });

  it('stay if their last event has no leaf although later events have some', async () => {
    await met.stopCheckpointer();
    const [first = '', , last = ''] = streams;
    await change('DELETE FROM log_leaves WHERE stream = ANY($1) AND revision = 2', [[first, last]]);
    const { tampered, run } = backend();
    for (const stream of [first, last])
      await tampered.found({ stream, revision: 2, kind: 'inserted', detail: 'it has no leaf' });
    await run();
    // The leaf of the log's last event is still to come.
    expect(await listed()).toEqual([first]);
  });

  it('do not wait for a stream whose verification fails', async () => {
    const [first = '', second = ''] = streams.toSorted();
    await change(
      `INSERT INTO tampered_streams VALUES ($1, 1, 'hash', 'invented', now()), ($2, 1, 'hash', 'invented', now())`,
      [first, second],
    );
    const { run } = backend(
      () => false,
      (events) => (events[0]?.stream === first ? Promise.reject(new Error('it fails')) : Promise.resolve([])),
    );
    await expect(run()).rejects.toThrow('it fails');
    await run();
    expect(await listed()).toEqual([first]);
  });

  it('are written later if the database did not answer', async () => {
    const { clock } = met.bench.infrastructure;
    let isAway = true;
    const pool = {
      query: (...args: Parameters<typeof met.pool.query>) => {
        if (isAway) return Promise.reject(new Error('it is away'));
        return met.pool.query(...args);
      },
    } as unknown as typeof met.pool;
    const tampered = new TamperedStreams({
      pool,
      tampering: new RecordedTampering(),
      clock,
      logger: silentLogger,
    });
    tampered.closed(...closed(0));
    await tampered.keep(streams[0] ?? '');
    expect(await listed()).toEqual([]);
    isAway = false;
    await tampered.keep(streams[0] ?? '');
    expect(await listed()).toEqual([streams[0]]);
  });
});
