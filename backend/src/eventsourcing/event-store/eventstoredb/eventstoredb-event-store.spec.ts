import { eventStoreContract } from '../testing/contract.js';
import { all } from '../../../platform/testing/in-all.js';
import { whole } from '../../../platform/testing/tenth.js';
import { until } from '../../../platform/testing/until.js';
import { OpenStores } from './testing/open-stores.js';
import { storeOnServer, TROUBLES_OF_A_SERVER } from './testing/protocol-contract.js';

it('a subscription says again that it has seen all after the server was away, though nothing is new', async () => {
  const stores = new OpenStores();
  const server = await stores.server();
  const store = await stores.open(server.url);
  const told: string[] = [];
  const subscription = store.subscribe({
    after: undefined,
    streamPrefixes: ['nda-'],
    onBatch: async () => {},
    onCaughtUp: () => told.push('all seen'),
    onFault: () => told.push('fault'),
  });
  await until(() => told.at(-1) === 'all seen');
  await server.stop();
  await until(() => told.at(-1) === 'fault');
  await server.start();
  await until(() => told.at(-1) === 'all seen');
  await subscription.stop();
  await stores.close();
});

eventStoreContract(
  'EventStoreDB, on the protocol server, under a prefix',
  () => storeOnServer('a.b$-'),
  all() ? TROUBLES_OF_A_SERVER : ['has no leader', 'is gone'],
);
// Without one, in `npm test`, on servers of other versions (generations.spec.ts).
if (whole()) eventStoreContract('EventStoreDB, on the protocol server', () => storeOnServer(''));
