import { ownPrefix, realStoreUrl } from '../../../journeys/testing/real-store.js';
import { eventStoreContract, type StoreUnderTest } from '../contract.js';
import type { EventStore } from '../event-store.js';
import { createEventStoreDbEventStore } from './eventstoredb-event-store.js';
import { cuttingProxy } from './testing/cutting-proxy.js';

/** A cluster's connections cannot be cut from here; there the one test of a lost connection shows only that nothing breaks without. */
async function makeStore(): Promise<StoreUnderTest> {
  const url = realStoreUrl();
  const streamPrefix = ownPrefix();
  const proxy = await cuttingProxy(url);
  const opened: EventStore[] = [];
  const reopen = async (): Promise<EventStore> => {
    const store = await createEventStoreDbEventStore({ connectionString: proxy?.url ?? url, streamPrefix });
    opened.push(store);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    breakConnections: () => Promise.resolve(proxy?.cut()),
    destroy: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await proxy?.close();
    },
  };
}

eventStoreContract('a real EventStoreDB', makeStore);
