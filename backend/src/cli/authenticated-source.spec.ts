import { MemoryEventStore } from '../eventsourcing/journal/testing/memory-event-store.js';
import type { Accepts } from '../eventsourcing/trust/closed-streams.js';
import { marked } from '../eventsourcing/trust/testing/marked.js';
import { trustOn } from '../eventsourcing/trust/testing/test-trust.js';
import { ndaStream } from '../nda/nda.events.js';
import { newId } from '../platform/crypto/ids.js';
import { requireAuthenticatedSource } from './authenticated-source.js';

const data = Buffer.from('{"open":{}}');
const eventsOf = (stream: string, length = 2) =>
  marked(
    Array.from({ length }, (_, revision) => ({ stream, revision, id: newId(), type: 'Noted.v1', data })),
  );

let store: MemoryEventStore;
beforeEach(async () => {
  store = new MemoryEventStore();
  for (let n = 0; n < 3; n += 1) {
    const stream = ndaStream(newId());
    await store.append(stream, 'no-stream', eventsOf(stream));
  }
});
const check = (isAccepted: Accepts = () => false, most = 100) =>
  requireAuthenticatedSource(store, { checker: trustOn(store).authenticator, isAccepted, most });

describe('a log that is to be copied into EventStoreDB', () => {
  it('is copied if every event is authenticated, whatever other programs wrote', async () => {
    await store.append('nda-of-others', 'no-stream', [{ id: newId(), type: 'X', data, metadata: data }]);
    await check();
  });

  it('is refused with the first forged places, unless the operator accepted them', async () => {
    const streams: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const stream = ndaStream(newId());
      const events = eventsOf(stream).map((event, n) => (n === 0 ? event : { ...event, metadata: data }));
      await store.append(stream, 'no-stream', events);
      streams.push(stream);
    }
    await expect(check()).rejects.toThrow(
      `7 streams of the source have events that are not authenticated. Nothing was copied. The first events:\n  ${streams[0]}@1\n`,
    );
    await expect(check()).rejects.toThrow('and 2 more');
    await expect(check(undefined, 3)).rejects.toThrow('3 or more streams of the source');
    await check((stream, revision) => streams.includes(stream) && revision === 1);
  });
});
