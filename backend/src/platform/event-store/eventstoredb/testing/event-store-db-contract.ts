import { randomUUID } from 'node:crypto';
import { eventStoreContract, type StoreUnderTest } from '../../contract.js';
import type { EventStore } from '../../event-store.js';
import { createEventStoreDbEventStore } from '../eventstoredb-event-store.js';
import { Relay } from './relay.js';

/**
 * Registers the contract suite against a server that runs by the time of the tests. Every test has a stream prefix of its own and removes nothing: the server
 * stays usable for others. A URL that names one host is reached through a relay on localhost, which can cut its connections (a certificate
 * must then be valid for localhost); the nodes of a cluster are reached directly, and their connections are not cut.
 */
export function eventStoreDbContract(name: string, url: () => string): void {
  eventStoreContract(name, () => storeOn(url()));
}

async function storeOn(url: string): Promise<StoreUnderTest> {
  const single = /^([a-z]+:\/\/(?:[^@/]*@)?)([^,:/?]+)(?::(\d+))?(\/?(?:\?.*)?)$/.exec(url);
  const relay = single === null ? undefined : new Relay(single[2] ?? 'localhost', Number(single[3] ?? 2113));
  const connectionString = relay === undefined ? url : `${single?.[1]}localhost:${await relay.start()}${single?.[4]}`;
  const streamPrefix = `siegel-test-${randomUUID()}-`;
  const opened: EventStore[] = [];
  const reopen = async (): Promise<EventStore> => {
    const store = await createEventStoreDbEventStore({ connectionString, streamPrefix });
    opened.push(store);
    return store;
  };
  return {
    store: await reopen(),
    reopen,
    breakConnections: () => Promise.resolve(relay?.cut()),
    destroy: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await relay?.stop();
    },
  };
}
