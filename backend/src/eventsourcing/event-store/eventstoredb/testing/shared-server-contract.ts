import { eventStoreContract, type StoreUnderTest } from '../../testing/contract.js';
import type { EventStore } from '../../event-store.js';
import { createEventStoreDbEventStore } from '../eventstoredb-event-store.js';
import { cuttingProxy } from './cutting-proxy.js';
import { ownPrefix } from './real-store.js';

/**
 * Registers the contract suite against one server for all tests, which runs by their time. Every test has a
 * stream prefix of its own and removes nothing: the server stays usable for others. A URL that names one host
 * is reached through a proxy on localhost, which can cut connections (a certificate must then be valid for
 * localhost). A cluster's nodes are reached directly; there the one test of a lost connection shows only that
 * nothing breaks without.
 */
export function sharedServerContract(name: string, url: () => string): void {
  eventStoreContract(name, () => storeOn(url()));
}

async function storeOn(url: string): Promise<StoreUnderTest> {
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
