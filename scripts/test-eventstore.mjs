// npm run test:eventstore: tests the EventStoreDB that EVENT_STORE_TEST_URL names. Runs the contract suite
// and an API journey. Also tests a second start of the backend, and a kill of the backend. The test streams
// have their own prefix. Everything else on the server stays untouched.
//
// If EVENT_STORE_TEST_FAULTS names a command, that command kills and freezes the server under load. The
// command is called with `kill`, `start`, `freeze` or `thaw`, followed by `leader` or `all` (a single node is
// both). The command must not end before the action has taken effect: the server's process is gone, is
// running again and accepts connections, or is frozen. scripts/protocol-server.mjs is such a command for the
// tests' own server.
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
    env: { TEST_TIER: 'long' },
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
