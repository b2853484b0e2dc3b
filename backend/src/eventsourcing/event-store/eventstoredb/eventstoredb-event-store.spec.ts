import { eventStoreContract } from '../testing/contract.js';
import { all } from '../../../platform/testing/in-all.js';
import { whole } from '../../../platform/testing/tenth.js';
import { storeOnServer, TROUBLES_OF_A_SERVER } from './testing/protocol-contract.js';

eventStoreContract(
  'EventStoreDB, on the protocol server, under a prefix',
  () => storeOnServer('a.b$-'),
  all() ? TROUBLES_OF_A_SERVER : ['has no leader', 'is gone'],
);
// Without a prefix only in long runs; generations.long.spec.ts does the same on servers of other versions.
if (whole()) eventStoreContract('EventStoreDB, on the protocol server', () => storeOnServer(''));
