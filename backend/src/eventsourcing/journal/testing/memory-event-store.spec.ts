import { eventStoreContract } from '../../event-store/testing/contract.js';
import { MemoryEventStore } from './memory-event-store.js';

eventStoreContract('memory', () => {
  const store = new MemoryEventStore();
  // It lives in one process and has no connection: reopened, it is itself; cut off, it notices nothing.
  return Promise.resolve({
    store,
    reopen: () => Promise.resolve(store),
    breakConnections: () => Promise.resolve(),
    destroy: () => store.close(),
  });
});
