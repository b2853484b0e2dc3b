import { EventStoreDBClient } from '@eventstore/db-client';
import type { Infrastructure } from '../app/infrastructure.js';
import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';
import { ProtocolServer } from '../eventsourcing/event-store/eventstoredb/testing/protocol-server.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { silentLogger } from '../platform/logging/logger.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';
import { EndlessPass } from './endless/endless-pass.js';
import { tamperedAfter } from './endless/tampered-streams.js';

const REASON = ['--reason', 'a drill'] as const;

let server: ProtocolServer;
let client: EventStoreDBClient;
let log: AttackedLog;
let stream: string;
let length: number;
beforeAll(async () => {
  server = new ProtocolServer();
  await server.start();
  client = EventStoreDBClient.connectionString(server.url);
  log = await AttackedLog.open(server.url);
});
afterAll(async () => {
  await log.stop();
  await client.dispose();
  await server.stop();
});
beforeEach(async () => {
  stream = await log.agreement();
  length = (await log.rows(stream)).length;
});

/** Passes over the whole log once, in a process. @returns the streams that are listed as broken afterwards */
async function passed(by: Infrastructure): Promise<readonly string[]> {
  const { pool, store, trust, receipts } = by;
  let wallMs = 1000;
  const pass = new EndlessPass({
    ...by,
    keys: trust.keys,
    storeId: () => store.storeId(),
    publicKeys: () => receipts.publicKeys(),
    filesIn: () => Promise.resolve([]),
    streamPrefixes: STREAM_PREFIXES,
    isOwnStream,
    isAccepted: trust.closed.accepts,
    logger: silentLogger,
    hours: 24,
    used: () => ({ wallMs, cpuMs: wallMs }),
    rest: async (ms) => void (wallMs += ms),
  });
  await pass.run(new AbortController().signal);
  return (await tamperedAfter(pool, '', 100)).map((place) => place.stream);
}

const broken = async () =>
  (await log.log.verify()).places.map((place) => [place.stream, place.revision, place.kind]);

const HOUR_S = 3600;

/** Makes the events of a stream two hours old. The server alone knows this time. */
function age(of: string): void {
  const events = server.log.stream(of);
  server.log.remove(new Set(events));
  for (const event of events)
    server.log.put({ ...event, created: String(BigInt(event.created) - BigInt(2 * HOUR_S) * 10_000_000n) });
}

type Hiding = readonly [what: string, hide: () => Promise<unknown>, kind: string];
const HIDING: readonly Hiding[] = [
  ['its first events by $tb', () => client.setStreamMetadata(stream, { truncateBefore: 2 }), 'dropped'],
  ['all of its events by $tb', () => client.setStreamMetadata(stream, { truncateBefore: 99 }), 'truncated'],
  ['all but the last event by $maxCount', () => client.setStreamMetadata(stream, { maxCount: 1 }), 'dropped'],
  [
    'all of its events by $maxAge',
    () => {
      age(stream);
      return client.setStreamMetadata(stream, { maxAge: HOUR_S });
    },
    'truncated',
  ],
  ['all of its events, by deleting it', () => client.deleteStream(stream), 'truncated'],
];

describe('a stream of EventStoreDB from which somebody hides', () => {
  it.each(HIDING)(
    '%s, is closed on load, told by the pass and by verify:log, and shown again by log:repair',
    async (_, hide, kind) => {
      await hide();
      // This process saw nothing of the stream.
      const other = await log.log.another();
      expect(await passed(other)).toContain(stream);
      expect(await broken()).toEqual([[stream, 0, kind]]);
      const fault = kind === 'dropped' ? 'revision' : 'missing';
      expect(await log.counted(stream)).toEqual([0, fault]);

      const looked = await log.repair(stream);
      expect(looked).toMatchObject({ isDone: false, reports: [{ state: 'closed' }] });
      expect(looked.reports[0]?.message).toContain('$tb, $maxCount or $maxAge');
      expect(await log.counted(stream)).toEqual([0, fault]);

      expect(await log.repair(stream, ...REASON)).toMatchObject({
        isDone: true,
        reports: [{ state: 'whole' }],
      });
      expect(await log.counted(stream)).toEqual([length, undefined]);
      expect(await broken()).toEqual([]);
      expect(await log.recorded(stream)).toEqual([]);
    },
  );

  it('nothing yet, is reported only once it is so long that its settings hide events', async () => {
    await client.setStreamMetadata(stream, { maxCount: length });
    expect(await broken()).toEqual([]);
    expect(await log.counted(stream)).toEqual([length, undefined]);
    await log.log.bench.run(stream.slice('nda-'.length), oneOfEachCommand.SetLegalHold);
    expect(await broken()).toEqual([[stream, 0, 'dropped']]);
    await log.repair(stream, ...REASON);
    expect(await broken()).toEqual([]);
  });

  it('events that a scavenge then removes, is ended by log:repair', async () => {
    await client.setStreamMetadata(stream, { truncateBefore: 2 });
    server.log.scavenge();
    const before = await broken();
    expect(before).toEqual([[stream, 0, 'dropped']]);
    expect(await log.repair(stream, ...REASON)).toMatchObject({
      isDone: false,
      reports: [{ state: 'closed', hindrance: 'store', stop: 0 }],
    });
    expect(await log.repair(stream, '--end', ...REASON)).toMatchObject({
      isDone: true,
      reports: [{ state: 'ended' }],
    });
    expect(await log.recorded(stream)).toMatchObject([
      { type: 'StreamEnded.v1', open: { last: null, fault: 'deleted' } },
    ]);
    expect((await log.counted(stream))[0]).toBe(0);
    expect(await log.repair(stream)).toMatchObject({ isDone: true, reports: [{ state: 'ended' }] });
  });
});
