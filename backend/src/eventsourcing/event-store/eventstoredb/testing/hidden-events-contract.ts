import { EventStoreDBClient, type StreamMetadata } from '@eventstore/db-client';
import { events, labelOf, readEverything } from '../../testing/contract-parts.js';
import { type EventStore, StreamDeletedForGood } from '../../event-store.js';
import { createEventStoreDbEventStore } from '../eventstoredb-event-store.js';

/**
 * Registers tests of what a server does with events that the metadata of their stream hide. Each test has its
 * own streams, so the tests can share a server.
 * @param streamPrefix prefix of all streams of the tests
 */
export function hiddenEventsContract(name: string, url: () => string, streamPrefix: string): void {
  describe(`${name}, with metadata that hide events`, () => {
    let client: EventStoreDBClient;
    let store: EventStore;
    beforeAll(async () => {
      client = EventStoreDBClient.connectionString(url());
      store = await createEventStoreDbEventStore({ connectionString: url(), streamPrefix });
    });
    afterAll(async () => {
      await store.close();
      await client.dispose();
    });

    /** Appends five events, and then sets the metadata of their stream. */
    async function hidden(stream: string, metadata?: StreamMetadata): Promise<void> {
      await store.append(stream, 'no-stream', events(5, stream));
      if (metadata !== undefined) await set(stream, metadata);
    }
    const set = (stream: string, metadata: StreamMetadata): Promise<unknown> =>
      client.setStreamMetadata(`${streamPrefix}${stream}`, metadata);
    const read = async (stream: string, options?: Parameters<EventStore['readStream']>[1]) =>
      (await store.readStream(stream, options)).map(({ revision }) => revision);
    const inLog = async (stream: string): Promise<number[]> =>
      (await readEverything(store))
        .filter((event) => event.stream === stream)
        .map(({ revision }) => revision);

    it('shows the events from $tb on, in both directions, and all of them in the log', async () => {
      await hidden('tb', { truncateBefore: 2 });
      expect(await read('tb')).toEqual([2, 3, 4]);
      expect(await read('tb', { direction: 'backwards' })).toEqual([4, 3, 2]);
      expect(await read('tb', { direction: 'backwards', from: 3 })).toEqual([3, 2]);
      expect(await read('tb', { direction: 'backwards', from: 1 })).toEqual([]);
      // A read of a hidden event returns the events after it.
      expect(await read('tb', { from: 1, limit: 1 })).toEqual([2]);
      expect(await read('tb', { from: 1, limit: 2 })).toEqual([2, 3]);
      expect(await inLog('tb')).toEqual([0, 1, 2, 3, 4]);
      expect((await store.ends(['tb'])).get('tb')?.revision).toBe(4);
    });

    it('shows nothing of a stream whose $tb is behind its end, until $tb is removed', async () => {
      await hidden('beyond', { truncateBefore: 5 });
      expect(await read('beyond')).toEqual([]);
      await set('beyond', {});
      expect(await read('beyond')).toEqual([0, 1, 2, 3, 4]);
    });

    it('shows the last $maxCount events, however long the stream is', async () => {
      await hidden('count', { maxCount: 2 });
      expect(await read('count')).toEqual([3, 4]);
      await store.append('count', 4, events(2, 'more'));
      expect(await read('count')).toEqual([5, 6]);
      expect(await read('count', { direction: 'backwards', limit: 1 })).toEqual([6]);
      expect(await inLog('count')).toEqual([0, 1, 2, 3, 4, 5, 6]);
      await set('count', { maxCount: 3, truncateBefore: 6 });
      expect(await read('count')).toEqual([6]);
    });

    it('shows young events of a stream with $maxAge', async () => {
      await hidden('age', { maxAge: 3600 });
      expect(await read('age')).toEqual([0, 1, 2, 3, 4]);
    });

    it('appends to such a stream at its true revision, and refuses a repeated append of hidden events', async () => {
      const own = events(2, 'own');
      await store.append('repeated', 'no-stream', own);
      await set('repeated', { truncateBefore: 2 });
      const again = await createEventStoreDbEventStore({ connectionString: url(), streamPrefix });
      await expect(again.append('repeated', 'no-stream', own)).rejects.toThrow('expected revision no-stream');
      await expect(again.append('repeated', 'no-stream', events(1, 'other'))).rejects.toThrow('expected');
      await again.append('repeated', 1, events(1, 'next'));
      await again.close();
      expect(await inLog('repeated')).toEqual([0, 1, 2]);
      expect((await store.readStream('repeated')).map(labelOf)).toEqual(['next0']);
    });

    it('begins a deleted stream again at the next revision, and hides what was before', async () => {
      await hidden('deleted');
      await client.deleteStream(`${streamPrefix}deleted`);
      expect([await read('deleted'), (await store.ends(['deleted'])).size]).toEqual([[], 0]);
      await store.append('deleted', 'no-stream', events(1, 'again'));
      expect(await read('deleted')).toEqual([5]);
      await set('deleted', {});
      expect(await read('deleted')).toEqual([0, 1, 2, 3, 4, 5]);
    });

    it('shows nothing of a stream that was deleted for good, and appends nothing to it', async () => {
      await hidden('gone');
      await client.tombstoneStream(`${streamPrefix}gone`);
      expect([await read('gone'), await read('gone', { direction: 'backwards', limit: 1 })]).toEqual([
        [],
        [],
      ]);
      expect(await read('gone', { from: 3 })).toEqual([]);
      expect((await store.ends(['gone'])).size).toBe(0);
      await expect(store.append('gone', 'no-stream', events(1, 'again'))).rejects.toBeInstanceOf(
        StreamDeletedForGood,
      );
      // The server's record of the deletion is an event of the stream, with the highest revision there is.
      expect(await inLog('gone')).toEqual([0, 1, 2, 3, 4, 2 ** 31 - 1]);
    });

    it('hides the events of a deleted stream until its metadata are set a second time', async () => {
      await hidden('twice');
      await client.deleteStream(`${streamPrefix}twice`);
      await set('twice', {});
      expect(await read('twice')).toEqual([]);
      await set('twice', {});
      expect(await read('twice')).toEqual([0, 1, 2, 3, 4]);
    });
  });
}
