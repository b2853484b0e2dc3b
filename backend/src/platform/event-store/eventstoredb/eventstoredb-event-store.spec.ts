import { eventStoreContract, type StoreUnderTest } from '../contract.js';
import type { EventStore } from '../event-store.js';
import { createEventStoreDbEventStore } from './eventstoredb-event-store.js';
import { ProtocolServer } from './testing/protocol-server.js';

async function makeStore(streamPrefix: string): Promise<StoreUnderTest> {
  const server = new ProtocolServer();
  await server.start();
  const opened: EventStore[] = [];
  const reopen = async (): Promise<EventStore> => {
    const store = await createEventStoreDbEventStore({ connectionString: server.url, streamPrefix });
    opened.push(store);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    breakConnections: () => Promise.resolve(server.cutConnections()),
    destroy: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await server.stop();
    },
  };
}

eventStoreContract('EventStoreDB, on the protocol server', () => makeStore(''));
eventStoreContract('EventStoreDB, on the protocol server, under a prefix', () => makeStore('a.b$-'));
