// npm run test:fuzz [-- <seed>]: sends 5,000 requests of all kinds, derived from the API description, to a
// complete backend on PostgreSQL. A failure names the seed with which the run can be repeated.
import { join } from 'node:path';
import { buildBackend, install, requireNode, root, runPackage } from './workspace.mjs';

requireNode();
const [seed] = process.argv.slice(2);
try {
  await install(console.log);
  await buildBackend(console.log);
  await runPackage('jest/bin/jest.js', ['testing/journeys/fuzz.all.spec.ts'], {
    cwd: join(root, 'backend'),
    loud: true,
    env: { TEST_TIER: 'long', ...(seed === undefined ? {} : { TEST_SEED: seed }) },
  });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
