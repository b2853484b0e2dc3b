import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { parseCore, parseData, parseMetadata } from '../eventsourcing/journal/event-encoding.js';
import { newId } from '../platform/crypto/ids.js';
import type { StreamEnded, StreamRestored } from '../proof/repair/repair-records.js';
import { REMOVED_MAX } from '../trust-stream/rules/bounds.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { TrustRepairRecords } from './trust-repair-records.js';

const place = { revision: 3, hash: 'ab'.repeat(32) };

let bench: TestInfrastructure;
let records: TrustRepairRecords;
let restored: StreamRestored;
let ended: StreamEnded;
beforeAll(async () => {
  bench = await openTestInfrastructure();
});
afterAll(() => bench.stop());
beforeEach(() => {
  records = new TrustRepairRecords(bench.infrastructure);
  const stream = `nda-${newId()}`;
  const reason = 'a drill';
  restored = { stream, removed: [place], putBack: [place], chosen: null, givenUp: [], last: place, reason };
  ended = { stream, last: null, fault: 'cut', reason: 'a drill' };
});

const eventsOf = async (stream: string) =>
  (await bench.infrastructure.log.load(stream)).events.map((event) => ({
    type: event.type,
    open: parseData(event).open,
    actor: parseCore(event, parseMetadata(event).core).actor,
  }));

describe('the records of repairs', () => {
  it('are authenticated events in a trust stream of their own, one for each affected stream', async () => {
    await records.restored(restored);
    await records.ended(ended);
    expect(await eventsOf(recordsStream(restored.stream))).toEqual([
      { type: 'StreamRestored.v1', open: { ...restored, removedMore: null }, actor: 'admin' },
      { type: 'StreamEnded.v1', open: ended, actor: 'admin' },
    ]);
  });

  it('are written once, however often they are made', async () => {
    for (const _ of [1, 2]) {
      await records.restored(restored);
      await records.ended(ended);
    }
    expect(await eventsOf(recordsStream(restored.stream))).toHaveLength(2);
  });

  it('say later what was chosen among which events, and that the stream was ended', async () => {
    const { stream } = restored;
    const [one, other] = ['cd', 'ef'].map((digits) => ({ revision: 3, hash: digits.repeat(32) }));
    expect(await records.past(stream)).toEqual({ chosen: new Map(), ended: undefined });
    await records.restored(restored);
    expect((await records.past(stream)).chosen).toEqual(new Map());
    for (const rival of [one, other])
      await records.restored({ ...restored, chosen: place, givenUp: rival === undefined ? [] : [rival] });
    await records.ended(ended);
    const over = new Set([one?.hash, other?.hash]);
    expect(await records.past(stream)).toEqual({ chosen: new Map([[place.hash, over]]), ended });
  });

  it('list no more of the events that were taken out than their limit, and count the others', async () => {
    const removed = Array.from({ length: REMOVED_MAX + 2 }, (_, revision) => ({ ...place, revision }));
    await records.restored({ ...restored, removed });
    const [event] = await eventsOf(recordsStream(restored.stream));
    expect(event?.open).toMatchObject({
      removed: removed.slice(0, REMOVED_MAX),
      removedMore: { count: 2, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('are refused if their own stream is not authenticated, with the command that repairs it', async () => {
    await records.restored(restored);
    const name = recordsStream(restored.stream);
    await bench.infrastructure.pool.query(
      `UPDATE event_store.events SET data = convert_to('{"open":{}}', 'UTF8') WHERE stream = $1`,
      [name],
    );
    await expect(records.ended(ended)).rejects.toThrow(`siegel log:repair ${name}`);
  });

  it('about a part of other records have a name of their own', async () => {
    const stream = recordsStream(restored.stream, 2);
    await records.restored({ ...restored, stream });
    expect(await eventsOf(recordsStream(stream))).toHaveLength(1);
    expect(await eventsOf(recordsStream(recordsStream(restored.stream), 2))).toHaveLength(0);
  });
});
