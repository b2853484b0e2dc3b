// npm run test:eventstore: contract suite, API journey and a kill on the EventStoreDB that
// EVENT_STORE_TEST_URL names. Its streams have a prefix of their own; everything else on the server is left
// alone.
import { join } from 'node:path';
import { buildBackend, install, requireNode, root, runPackage } from './workspace.mjs';

requireNode();
if (!process.env.EVENT_STORE_TEST_URL) {
  console.error(
    'EVENT_STORE_TEST_URL must name an EventStoreDB, as in esdb://admin:changeit@localhost:2113?tls=false',
  );
  process.exit(1);
}
try {
  await install(console.log);
  await buildBackend(console.log);
  await runPackage('jest/bin/jest.js', ['--config', 'jest.eventstore.config.mjs'], {
    cwd: join(root, 'backend'),
    loud: true,
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
