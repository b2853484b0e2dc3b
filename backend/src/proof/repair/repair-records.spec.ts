import { MemoryEventStore } from '../../eventsourcing/journal/testing/memory-event-store.js';
import { parseCore, parseData, parseMetadata } from '../../eventsourcing/journal/event-encoding.js';
import { marked } from '../../eventsourcing/trust/testing/marked.js';
import { TEST_LOG, trustOn } from '../../eventsourcing/trust/testing/test-trust.js';
import { type StreamEnded, type StreamRestored, TrustStreamRecords } from './repair-records.js';

const place = { revision: 3, hash: 'ab'.repeat(32) };
const restored: StreamRestored = {
  stream: 'nda-1',
  removed: [place],
  putBack: [place],
  last: place,
  reason: 'a drill',
};
const ended: StreamEnded = { stream: 'nda-1', last: null, fault: 'cut', reason: 'a drill' };

let store: MemoryEventStore;
let records: TrustStreamRecords;
let now: string;
beforeEach(() => {
  store = new MemoryEventStore();
  now = '2026-11-12T10:00:00.000Z';
  const clock = { now: () => new Date(now) };
  records = new TrustStreamRecords({ store, trust: trustOn(store), clock, origin: 'nda.example/log' });
});

const eventsOf = async (stream: string) =>
  (await trustOn(store).log.load(stream)).events.map((event) => ({
    type: event.type,
    open: parseData(event).open,
    at: parseCore(event, parseMetadata(event).core).at,
  }));

describe('the records of repairs', () => {
  it('are authenticated events in a stream of trust of their own, one for each affected stream', async () => {
    await records.restored(restored);
    now = '2026-11-12T09:00:00.000Z';
    await records.ended(ended);
    expect(await eventsOf('trust-of-nda-1')).toEqual([
      { type: 'StreamRestored.v1', open: restored, at: '2026-11-12T10:00:00.000Z' },
      { type: 'StreamEnded.v1', open: ended, at: '2026-11-12T10:00:00.000Z' },
    ]);
  });

  it('are written once, however often they are made', async () => {
    for (const _ of [1, 2]) {
      await records.restored(restored);
      await records.ended(ended);
    }
    expect(await eventsOf('trust-of-nda-1')).toHaveLength(2);
  });

  it('say later what was put back, and that the stream was ended', async () => {
    expect(await records.past('nda-1')).toEqual({ putBack: new Set(), ended: undefined });
    await records.restored(restored);
    await records.ended(ended);
    expect(await records.past('nda-1')).toEqual({ putBack: new Set([place.hash]), ended });
  });

  it('are refused if their own stream is not authenticated, with the command that repairs it', async () => {
    const [forged] = marked([
      { stream: 'other', revision: 0, id: 'x', type: 'X.v1', data: Buffer.from('{"open":{}}') },
    ]);
    await store.append('trust-of-nda-1', 'no-stream', [forged as never]);
    await expect(records.restored(restored)).rejects.toThrow('siegel log:repair trust-of-nda-1');
  });
});

describe("the next part of the log's own stream", () => {
  const close = async (stream: string): Promise<void> => {
    const first = { stream, revision: 0, id: `${stream}-0`, type: 'LogBegun.v1' };
    const origin = 'older.example/log';
    const begun = marked([{ ...first, data: Buffer.from(JSON.stringify({ open: { origin } })) }]);
    const [forged] = marked([
      { ...first, stream: 'other', id: `${stream}-1`, data: Buffer.from('{"open":{}}') },
    ]);
    await store.append(stream, 'no-stream', begun);
    await store.append(stream, 0, [forged as never]);
  };

  it('names log, origin, number and the last trusted event of the closed part', async () => {
    await close('trust-1');
    const { last } = await trustOn(store).log.load('trust-1');
    expect(await records.beginPart('trust-1', 'forged rows')).toBe('trust-2');
    expect(await records.beginPart('trust-1', 'forged rows')).toBe('trust-2');
    expect(await eventsOf('trust-2')).toEqual([
      expect.objectContaining({
        type: 'LogBegun.v1',
        open: {
          log: TEST_LOG,
          origin: 'older.example/log',
          part: 2,
          before: { stream: 'trust-1', ...last },
          reason: 'forged rows',
        },
      }),
    ]);
  });

  it('is not begun behind a part that is sound, nor behind another stream', async () => {
    await expect(records.beginPart('trust-1', 'why')).rejects.toThrow('is not closed');
    await expect(records.beginPart('nda-1', 'why')).rejects.toThrow('is no part');
  });
});
