import { eventStoreContract } from '../../event-store/testing/contract.js';
import { MemoryEventStore } from './memory-event-store.js';

eventStoreContract('memory', () => {
  const store = new MemoryEventStore();
  // The store exists in one process and has no connection. So reopening returns the same store, and cutting
  // connections has no effect.
  return Promise.resolve({
    store,
    reopen: () => Promise.resolve(store),
    breakConnections: () => Promise.resolve(),
    destroy: () => store.close(),
  });
});
