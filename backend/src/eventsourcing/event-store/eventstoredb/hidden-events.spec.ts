import { EventStoreDBClient } from '@eventstore/db-client';
import { events, readEverything } from '../testing/contract-parts.js';
import { createEventStoreDbEventStore } from './eventstoredb-event-store.js';
import { hiddenEventsContract } from './testing/hidden-events-contract.js';
import { ProtocolServer } from './testing/protocol-server.js';

const server = new ProtocolServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

hiddenEventsContract('the protocol server', () => server.url, 'hidden-');

it('the protocol server loses hidden events for good when it is scavenged, but not the last one of a stream', async () => {
  const client = EventStoreDBClient.connectionString(server.url);
  const store = await createEventStoreDbEventStore({ connectionString: server.url, streamPrefix: 'swept-' });
  const left = async (): Promise<readonly string[]> =>
    (await readEverything(store)).map(({ stream, revision }) => `${stream}@${revision}`);
  try {
    for (const stream of ['whole', 'cut', 'beyond'])
      await store.append(stream, 'no-stream', events(3, stream));
    await client.setStreamMetadata('swept-cut', { truncateBefore: 1 });
    await client.setStreamMetadata('swept-beyond', { truncateBefore: 7 });
    expect(await left()).toHaveLength(9);
    server.log.scavenge();
    expect(await left()).toEqual(['whole@0', 'whole@1', 'whole@2', 'cut@1', 'cut@2', 'beyond@2']);
    await client.setStreamMetadata('swept-cut', {});
    expect((await store.readStream('cut')).map(({ revision }) => revision)).toEqual([1, 2]);
    await store.append('cut', 2, events(1, 'next'));
    expect((await store.readStream('cut', { from: 3 })).map(({ revision }) => revision)).toEqual([3]);
  } finally {
    await store.close();
    await client.dispose();
  }
});
