import { isLongRun } from '../../../platform/testing/long-run.js';
import { type Harness, startHarness } from './testing/harness.js';
import { sharedServerContract } from './testing/shared-server-contract.js';

/**
 * Runs the suite of `npm run test:eventstore` on the protocol server instead of a real server. The protocol
 * server runs in a process of its own. This spec shows that the tests do not disturb each other, and that the
 * command that kills and freezes a server works.
 */
describe('a server that is shared by the tests', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness(1);
  });
  afterAll(() => harness.end());
  sharedServerContract(
    'EventStoreDB, through a proxy',
    () => harness.url,
    () => harness.faults,
    // On a single node, 'all' and 'leader' mean the same node. So `npm test` freezes the node only once and
    // kills it only once.
    isLongRun() ? undefined : ['is frozen', 'has its leader killed'],
  );
});
