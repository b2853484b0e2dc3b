import { hiddenEventsContract } from './testing/hidden-events-contract.js';
import { ownPrefix, realStoreUrl } from './testing/real-store.js';

hiddenEventsContract('a real EventStoreDB', realStoreUrl, ownPrefix());
