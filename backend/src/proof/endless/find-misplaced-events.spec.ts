import { isOwnStream, STREAM_PREFIXES } from '../../app/streams.js';
import { ndaStream } from '../../nda/nda.events.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { CheckpointedLog } from '../../../testing/log/checkpointed-log.js';
import { filesNamedIn } from '../../app/stored-files.js';
import { LogPass } from '../log-pass.js';
import { forgedAfter } from '../testing/forged.js';
import { FindMisplacedEvents } from './find-misplaced-events.js';
import { RecheckStreams } from './recheck-streams.js';
import { tamperedAfter } from './tampered-streams.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;
const FAR = 1_000_000;

describe('an event that somebody put far behind the end of the log', () => {
  let met: CheckpointedLog;
  let streams: string[];
  beforeEach(async () => {
    met = await CheckpointedLog.open();
    streams = [await met.nda(SetLegalHold, LiftLegalHold), await met.nda(SetLegalHold)].map(ndaStream);
  });
  afterEach(() => met.stop());

  const signal = new AbortController().signal;
  const change = (statement: string, values: unknown[] = []) => met.pool.query(statement, values);
  const listed = async () =>
    (await tamperedAfter(met.pool, '', 100)).map(({ stream, revision, kind }) => [stream, revision, kind]);

  /** A backend that looks for such events, and looks at the broken streams again. */
  function backend() {
    const { store, log, tampered, tampering, blobs, journal } = met.bench.infrastructure;
    const found = jest.spyOn(tampering, 'found');
    const parts = { store, log, tampered, streamPrefixes: STREAM_PREFIXES, isOwnStream };
    const finding = new FindMisplacedEvents(parts);
    const recheck = new RecheckStreams({
      ...parts,
      pool: met.pool,
      checker: log.checker,
      blobs,
      filesIn: filesNamedIn(journal),
      mostMs: Number.POSITIVE_INFINITY,
    });
    return {
      found: () => found.mock.calls.length,
      run: async () => {
        await finding.run(signal);
        await tampered.settled();
      },
      recheck: () => recheck.run(signal),
    };
  }

  async function forge(stream: string): Promise<number> {
    const last = (await met.bench.infrastructure.store.readStream(stream)).at(-1);
    if (last === undefined) throw new Error('the stream has no event');
    const { revision, id, type, data, metadata } = forgedAfter(last, met.bench.infrastructure.trust.keys.log);
    await change(
      'INSERT INTO event_store.events (position, stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [FAR, stream, revision, id, type, Buffer.from(data), Buffer.from(metadata)],
    );
    return revision;
  }

  it('closes its stream if it is forged, and is reported once', async () => {
    const { run, found, recheck } = backend();
    await run();
    expect(found()).toBe(0);
    const [, stream = ''] = streams;
    const revision = await forge(stream);
    await run();
    await run();
    expect(met.bench.infrastructure.trust.closed.placeIn(stream)).toEqual({ revision, fault: 'mac' });
    expect(await listed()).toEqual([[stream, revision, 'mac']]);
    expect(found()).toBe(1);
    await change('DELETE FROM event_store.events WHERE position = $1', [FAR]);
    await recheck();
    expect(await listed()).toEqual([]);
  });

  it('is reported if it is a genuine one that was moved, for as long as it is there', async () => {
    const { run, found, recheck } = backend();
    const [stream = ''] = streams;
    const moved = 'stream = $1 AND revision = 1';
    await change(`UPDATE event_store.events SET position = position + ${FAR} WHERE ${moved}`, [stream]);
    await run();
    await recheck();
    await run();
    expect(await listed()).toEqual([[stream, 1, 'reordered']]);
    expect(found()).toBe(1);
    expect((await met.bench.infrastructure.log.load(stream)).untrusted).toBeUndefined();
    await change(`UPDATE event_store.events SET position = position - ${FAR} WHERE ${moved}`, [stream]);
    await recheck();
    expect(await listed()).toEqual([]);
  });

  it('is named by a verification of the whole log, which meets all events and leaves all the same', async () => {
    expect((await met.verify()).places).toEqual([]);
    const [moved = '', forged = ''] = streams;
    const revision = await forge(forged);
    for (const by of [2 * FAR, -2 * FAR]) {
      const place = 'stream = $1 AND revision = 2';
      await change(`UPDATE event_store.events SET position = position + ${by} WHERE ${place}`, [moved]);
      const { places, events } = await met.verify();
      expect(events).toBe(6);
      expect(places.map((one) => [one.stream, one.revision, one.kind]).toSorted()).toEqual(
        [
          [forged, revision, 'inserted'],
          [moved, 2, 'reordered'],
        ].toSorted(),
      );
      await change(`UPDATE event_store.events SET position = position - ${by} WHERE ${place}`, [moved]);
    }
  });

  it('keeps the pass over the log from no end, even if its leaf is in the tree', async () => {
    const log = await met.bench.infrastructure.openLog();
    await change(
      `UPDATE event_store.events SET position = position + ${FAR} WHERE stream = $1 AND revision = 0`,
      [streams[0]],
    );
    try {
      const pass = await LogPass.over(met.parts(log));
      for await (const _ of pass.steps());
      expect([pass.hasMetAll, pass.state.leaves]).toEqual([true, pass.size]);
    } finally {
      await log.close();
    }
  });
});
