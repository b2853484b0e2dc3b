import { realStoreUrl } from './testing/real-store.js';
import { sharedServerContract } from './testing/shared-server-contract.js';

sharedServerContract('a real EventStoreDB', realStoreUrl);
