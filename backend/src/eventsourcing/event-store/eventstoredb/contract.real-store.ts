import { realStoreFaults, realStoreUrl } from './testing/real-store.js';
import { sharedServerContract } from './testing/shared-server-contract.js';

const faults = realStoreFaults();

sharedServerContract('a real EventStoreDB', realStoreUrl, faults === undefined ? undefined : () => faults);
