import { eventStoreContract, type StoreUnderTest } from '../testing/contract.js';
import { OpenStores } from './testing/open-stores.js';

async function makeStore(streamPrefix: string): Promise<StoreUnderTest> {
  const stores = new OpenStores();
  const server = await stores.server();
  const reopen = () => stores.open(server.url, { streamPrefix });
  return {
    store: await reopen(),
    reopen,
    breakConnections: () => Promise.resolve(server.cutConnections()),
    destroy: () => stores.close(),
  };
}

eventStoreContract('EventStoreDB, on the protocol server', () => makeStore(''));
eventStoreContract('EventStoreDB, on the protocol server, under a prefix', () => makeStore('a.b$-'));
