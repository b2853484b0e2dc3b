import { isLongRun } from '../../../platform/testing/long-run.js';
import { type Harness, startHarness } from './testing/harness.js';
import { sharedServerContract } from './testing/shared-server-contract.js';

/**
 * The suite that `npm run test:eventstore` runs on a real server, run here on the protocol server in a
 * process of its own. Its tests must not disturb each other, and the command that kills and freezes the
 * server has to work.
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
    // With one node, 'all' and 'leader' are the same: `npm test` runs each word of the command once.
    isLongRun() ? undefined : ['is frozen', 'has its leader killed'],
  );
});
