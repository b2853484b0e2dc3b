import type { Infrastructure } from '../../app/infrastructure.js';
import { HOUR_MS } from '@siegel/contracts/limits';
import { filesNamedIn } from '../../app/stored-files.js';
import { STREAM_PREFIXES, isOwnStream } from '../../app/streams.js';
import type { StoredLog, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { ProtocolServer } from '../../eventsourcing/event-store/eventstoredb/testing/protocol-server.js';
import { ServerLog } from '../../eventsourcing/event-store/eventstoredb/testing/server-log.js';
import { ndaStream } from '../../nda/nda.events.js';
import { signatureLabel } from '../../nda/nda.blobs.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { sha256Hex } from '../../platform/crypto/sha256.js';
import { silentLogger } from '../../platform/logging/logger.js';
import type { TamperingKind } from '../../platform/tampering/tampering-kinds.js';
import { until } from '../../platform/testing/until.js';
import { CheckpointedLog } from '../../../testing/log/checkpointed-log.js';
import { treeSize } from '../stored-tree.js';
import { forgedAfter } from '../testing/forged.js';
import { EndlessPass, type EndlessPassParts } from './endless-pass.js';
import { tamperedAfter } from './tampered-streams.js';

const { SetLegalHold, LiftLegalHold, SignAsParty1 } = oneOfEachCommand;
/** Events of each agreement. */
const EACH = 3;
const NDAS = 4;
const BATCH = 2;
const BATCHES = (NDAS * EACH) / BATCH;

describe('the pass over the log that never ends', () => {
  let met: CheckpointedLog;
  let streams: string[];
  beforeEach(async () => {
    met = await CheckpointedLog.open();
    const ids: string[] = [];
    for (let n = 0; n < NDAS; n += 1) ids.push(await met.nda(SetLegalHold, LiftLegalHold));
    streams = ids.map(ndaStream);
    await met.sign();
  });
  afterEach(() => met.stop());

  const signal = new AbortController().signal;
  const inf = () => met.bench.infrastructure;

  /** A backend with a pass of its own. Its rests take no time, and are recorded. */
  function backend(more: Partial<EndlessPassParts> = {}, of: Infrastructure = inf()) {
    const told: { kind: TamperingKind; subject: object }[] = [];
    const rests: number[] = [];
    let wallMs = 1000;
    const { store, trust, log, openLog, receipts, journal, blobs, tampered, clock } = of;
    jest
      .spyOn(of.tampering, 'found')
      .mockImplementation((kind, subject) => void told.push({ kind, subject }));
    const pass = new EndlessPass({
      pool: met.pool,
      openLog,
      storeId: () => store.storeId(),
      publicKeys: () => receipts.publicKeys(),
      log,
      keys: trust.keys,
      blobs,
      names: of.tree.seals.leaves,
      filesIn: filesNamedIn(journal),
      tampered,
      tampering: of.tampering,
      streamPrefixes: STREAM_PREFIXES,
      isOwnStream,
      clock,
      logger: silentLogger,
      hours: 24,
      batchSize: BATCH,
      saveMs: 0,
      used: () => ({ wallMs, cpuMs: wallMs }),
      rest: async (ms) => {
        rests.push(ms);
        wallMs += ms;
      },
      ...more,
    });
    return {
      pass,
      told,
      rests,
      kinds: () => told.map(({ kind }) => kind),
      /** Lets the time pass until the next round is due. */
      untilNext: () => {
        wallMs += 2 * HOUR_MS;
      },
      run: (within: AbortSignal = signal) => pass.run(within),
    };
  }

  /** Opens the log, and calls `onBatch` with the number of each batch before the batch is read. */
  const watched = (onBatch: (number: number) => void) => async (): Promise<StoredLog> => {
    const log = await inf().openLog();
    return {
      ...log,
      readAll: async function* (options) {
        let number = 0;
        for await (const batch of log.readAll(options)) {
          number += 1;
          onBatch(number);
          yield batch;
        }
      },
    };
  };

  /** Counts the batches that a run reads. */
  function counted() {
    let batches = 0;
    return { openLog: watched(() => void (batches += 1)), count: () => batches };
  }

  /** A backend that is killed after it has read this many batches. */
  const killedAfter = (batches: number) => {
    const stopping = new AbortController();
    const one = backend({
      openLog: watched((number) => (number === batches ? stopping.abort() : undefined)),
    });
    return { ...one, run: () => one.run(stopping.signal) };
  };

  const row = async () =>
    (await met.pool.query('SELECT turn, state, mac FROM log_pass')).rows[0] as
      | {
          turn: string;
          state: { round: number; pass: { events: number; leaves: number } | null };
          mac: string;
        }
      | undefined;
  const change = (statement: string, values: unknown[] = []) => met.pool.query(statement, values);
  const drop = (n: number, revision: number) =>
    change('DELETE FROM event_store.events WHERE stream = $1 AND revision = $2', [streams[n], revision]);
  const listed = async () => (await tamperedAfter(met.pool, '', 100)).map(({ stream }) => stream);

  it('verifies everything, and begins the next round after a rest', async () => {
    const one = backend();
    expect(one.pass.figures).toBeUndefined();
    await one.run();
    expect(one.pass.figures).toMatchObject({ lagMs: 0, progress: 1 });
    expect((await row())?.state).toMatchObject({ round: 1, pass: null });
    met.bench.clock.advance(1000);
    await one.run();
    expect((await row())?.state.round).toBe(1);
    expect(one.pass.figures?.lagMs).toBe(1000);
    one.untilNext();
    await one.run();
    expect((await row())?.state.round).toBe(2);
    expect(one.pass.figures?.lagMs).toBe(0);
    expect(one.told).toEqual([]);
    expect(one.rests.length).toBeGreaterThanOrEqual(BATCHES);
    expect(Math.min(...one.rests)).toBeGreaterThan(0);
  });

  it('reports each broken stream, closes it, and repeats that in the next round', async () => {
    await drop(0, 1);
    await change("UPDATE event_store.events SET type = 'Other.v1' WHERE stream = $1 AND revision = 2", [
      streams[1],
    ]);
    await drop(2, 2);
    // A process without a memory of these streams.
    const fresh = await met.another();
    const one = backend({}, fresh);
    await one.run();
    expect(one.kinds().toSorted()).toEqual(['event', 'event', 'log']);
    const { closed } = fresh.trust;
    expect(streams.map((stream) => closed.placeIn(stream)?.revision)).toEqual([1, 2, undefined, undefined]);
    expect((await listed()).toSorted()).toEqual([streams[0], streams[1], streams[2]].toSorted());
    expect(one.pass.figures?.lagMs).toBe(0);
    one.untilNext();
    await change('DELETE FROM tampered_streams');
    await one.run();
    expect(one.kinds()).toContain('log');
    expect(await listed()).toContain(streams[2]);
  });

  it('is continued by another backend after a kill, and does not start over', async () => {
    await killedAfter(3).run();
    const { openLog, count } = counted();
    const second = backend({ openLog });
    await second.run();
    expect(count()).toBe(BATCHES - 3);
    expect((await row())?.state).toMatchObject({ round: 1, pass: null });
    expect(second.told).toEqual([]);
  });

  it('is done by one backend: as soon as another one takes over, the first one writes nothing', async () => {
    let second: ReturnType<typeof backend> | undefined;
    const first = backend({
      rest: async () => {
        if (second !== undefined) return;
        second = backend();
        await second.run();
      },
    });
    await first.run();
    const { turn, state } = (await row()) as NonNullable<Awaited<ReturnType<typeof row>>>;
    expect({ turn, round: state.round, pass: state.pass }).toEqual({ turn: '2', round: 1, pass: null });
    expect(first.pass.figures?.progress).toBeLessThan(1);
  });

  describe('whose row somebody changed', () => {
    it('starts over after a restart if the place was moved forward, and reports it', async () => {
      await killedAfter(1).run();
      await change(`UPDATE log_pass SET state = jsonb_set(state, '{pass,position}', '"999"')`);
      const { openLog, count } = counted();
      const second = backend({ openLog });
      await second.run();
      expect(second.told).toEqual([{ kind: 'pass_progress', subject: { table: 'log_pass' } }]);
      expect(count()).toBe(BATCHES);
    });

    it('goes on from memory if the place was moved forward, and reports it', async () => {
      const stopping = new AbortController();
      let batches = 0;
      const one = backend({
        openLog: watched(() => {
          batches += 1;
          if (batches === 2) stopping.abort();
        }),
      });
      await one.run(stopping.signal);
      await change(
        `UPDATE log_pass SET state = jsonb_set(jsonb_set(state, '{pass,position}', '"999"'), '{pass,events}', '99')`,
      );
      await one.run();
      expect(batches).toBe(BATCHES);
      expect(one.kinds()).toEqual(['pass_progress']);
    });

    it('does not put off the next round: no time in the row makes anything due', async () => {
      const one = backend();
      await one.run();
      await change(
        `UPDATE log_pass SET state = jsonb_set(state, '{startedAt}', '"2999-01-01T00:00:00.000Z"')`,
      );
      one.untilNext();
      await one.run();
      expect((await row())?.state).toMatchObject({ round: 2, startedAt: inf().clock.now().toISOString() });
    });

    it('goes on from memory if the row was put back, or is gone', async () => {
      const stopping = [new AbortController(), new AbortController()] as const;
      let at = 0;
      const { openLog, count } = counted();
      const reading = { log: openLog };
      const one = backend({
        openLog: async () => {
          const controller = stopping[at];
          const log = await reading.log();
          return {
            ...log,
            readAll: async function* (options) {
              let n = 0;
              for await (const batch of log.readAll(options)) {
                n += 1;
                if (n === 2) controller?.abort();
                yield batch;
              }
            },
          };
        },
      });
      await one.run(stopping[0].signal);
      const early = (await row()) as NonNullable<Awaited<ReturnType<typeof row>>>;
      at = 1;
      await one.run(stopping[1].signal);
      await change('UPDATE log_pass SET state = $1, mac = $2', [early.state, early.mac]);
      at = 2;
      await one.run();
      expect(count()).toBe(BATCHES);
      expect(one.told).toEqual([]);
      await change('DELETE FROM log_pass');
      one.untilNext();
      await one.run();
      expect((await row())?.state).toMatchObject({ round: 2, pass: null });
      expect(one.kinds()).toEqual(['pass_progress']);
    });

    it('does not continue from an older row, wherever the clock jumps', async () => {
      for (const jumpMs of [3 * HOUR_MS, -9 * HOUR_MS]) {
        await change('DELETE FROM log_pass');
        await killedAfter(3).run();
        met.bench.clock.advance(jumpMs);
        const { openLog, count } = counted();
        const second = backend({ openLog });
        await second.run();
        expect({ jumpMs, count: count(), told: second.told }).toEqual({ jumpMs, count: BATCHES, told: [] });
        expect(second.pass.figures?.lagMs).toBeGreaterThanOrEqual(0);
      }
    });
  });

  it('goes on from memory while the clock jumps', async () => {
    const one = backend();
    const jumps = [9 * HOUR_MS, -20 * HOUR_MS];
    const { openLog, count } = counted();
    const jumping = backend({
      openLog,
      rest: async () => met.bench.clock.advance(jumps.pop() ?? 0),
    });
    await jumping.run();
    expect(count()).toBe(BATCHES);
    expect(jumping.pass.figures?.lagMs).toBeGreaterThanOrEqual(0);
    expect(one.told).toEqual([]);
  });

  describe('reads the stored files too', () => {
    const png = Buffer.from('a picture');
    const signed = async (): Promise<string> => {
      const hash = sha256Hex(png);
      const id = await met.nda({ ...SignAsParty1, signatureHash: hash });
      await inf().blobs.put(ndaStream(id), signatureLabel(hash), png);
      return ndaStream(id);
    };

    it('and reports a missing one and an altered one with the revision of their event', async () => {
      const [whole, altered, missing] = [await signed(), await signed(), await signed()];
      await change(
        `UPDATE sealed_blobs SET bytes = set_byte(bytes, 20, get_byte(bytes, 20) # 1) WHERE subject = $1`,
        [altered],
      );
      await change('DELETE FROM sealed_blobs WHERE subject = $1', [missing]);
      const one = backend();
      await one.run();
      expect(one.told).toEqual([
        { kind: 'stored_file', subject: { stream: altered, revision: 1, fault: 'file_altered' } },
        { kind: 'stored_file', subject: { stream: missing, revision: 1, fault: 'file_missing' } },
      ]);
      expect(await listed()).not.toContain(whole);
      expect((await listed()).toSorted()).toEqual([altered, missing].toSorted());
    });

    it('but not those of an erased agreement', async () => {
      const stream = await signed();
      await met.bench.run(stream.slice('nda-'.length), { type: 'EraseNda', reason: 'admin' });
      await inf().vault.destroyKey(stream);
      await inf().blobs.deleteAll(stream);
      await met.untilAllHaveLeaves();
      const one = backend();
      await one.run();
      expect(one.told).toEqual([]);
    });
  });

  it('reports a forged event in EventStoreDB, and goes on behind it', async () => {
    const stored = new ServerLog();
    const server = new ProtocolServer({ log: stored });
    await server.start();
    const own = met;
    met = await CheckpointedLog.open(server.url);
    try {
      const [first, second] = [await met.nda(SetLegalHold), await met.nda(SetLegalHold)];
      const last = (await inf().store.readStream(ndaStream(first))).at(-1) as UntrustedEvent;
      const { id, type, data, metadata } = forgedAfter(last, inf().trust.keys.log);
      const one = backend();
      stored.append(last.stream, last.revision, [
        { id, type, contentType: 'application/json', data, metadata },
      ]);
      await met.bench.nda(SetLegalHold);
      // The forged event gets no leaf.
      await until(async () => (await treeSize(met.pool)) === 6);
      await one.run();
      expect(one.told).toEqual([
        { kind: 'event', subject: { stream: last.stream, revision: last.revision + 1, fault: 'mac' } },
      ]);
      const { closed } = inf().trust;
      expect([closed.placeIn(last.stream)?.fault, closed.placeIn(ndaStream(second))]).toEqual([
        'mac',
        undefined,
      ]);
      expect((await row())?.state).toMatchObject({ round: 1, pass: null });
    } finally {
      await met.stop();
      await server.stop();
      met = own;
    }
  });

  it('forgets a broken tree after a round that found it intact', async () => {
    const { rows: nodes } = await change('SELECT * FROM log_checkpoints');
    await change(`UPDATE log_checkpoints SET signature = '\\x00'`);
    const one = backend();
    await one.run();
    expect(one.kinds()).toEqual(['checkpoint']);
    const tree = async () => (await change(`SELECT kind FROM tampered_streams WHERE stream = ''`)).rows;
    expect(await tree()).toEqual([{ kind: 'bad_signature' }]);
    await change('UPDATE log_checkpoints SET signature = $1', [
      (nodes[0] as { signature: Buffer }).signature,
    ]);
    one.untilNext();
    await one.run();
    expect(await tree()).toEqual([]);
  });
});
