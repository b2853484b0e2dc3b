import { eventStoreContract } from '../testing/contract.js';
import { isAllRun } from '../../../platform/testing/only-in-all.js';
import { isLongRun } from '../../../platform/testing/long-run.js';
import { storeOnServer, TROUBLES_OF_A_SERVER } from './testing/protocol-contract.js';

eventStoreContract(
  'EventStoreDB, on the protocol server, under a prefix',
  () => storeOnServer('a.b$-'),
  isAllRun() ? TROUBLES_OF_A_SERVER : ['has no leader', 'is gone'],
);
// The contract suite without a stream prefix runs here only in long runs. generations.long.spec.ts runs the
// same suite on servers of other versions.
if (isLongRun()) eventStoreContract('EventStoreDB, on the protocol server', () => storeOnServer(''));
