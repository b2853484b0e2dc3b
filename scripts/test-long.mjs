// npm run test:long: runs everything that can be tested on this machine, however long it takes. This includes
// `npm test` in full size, and the tests that need Debian packages. If root runs the command, it installs
// missing packages.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nginx } from '../docker/test/real-nginx.mjs';
import { fetchPromtool, promtool } from '../docker/test/real-promtool.mjs';
import { missingPrograms } from './second-verifier.mjs';
import { requireNode, root, run } from './workspace.mjs';

requireNode();
/** Missing Debian packages. */
const missing = [
  ...(nginx === undefined ? ['nginx-light'] : []),
  ...(existsSync('/usr/lib/postgresql') ? [] : ['postgresql']),
  ...missingPrograms,
];
/** Messages of the scripts that failed. */
const failed = [];
try {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  if (missing.length > 0 || promtool === undefined) await run('apt-get', ['update', '-qq'], { env });
  if (missing.length > 0) {
    console.log(`Installing ${missing.join(' and ')}`);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
  }
  if (promtool === undefined) {
    console.log('Taking promtool out of the package prometheus');
    await fetchPromtool();
  }
  for (const [script, ...words] of [
    ['scripts/test.mjs'],
    ['scripts/test-browsers.mjs'],
    ['docker/test/nginx.mjs'],
    ['scripts/test-dump.mjs'],
    ['docker/test/images.mjs'],
    ['scripts/test-operations.mjs'],
    ['scripts/bench.mjs', 'growth'],
    ['docker/test/engine.mjs'],
  ]) {
    console.log(script, ...words);
    // One fault does not hide the faults that the other scripts find.
    await run(process.execPath, [join(root, script), ...words], {
      loud: true,
      env: { TEST_TIER: 'long' },
    }).catch((error) => failed.push(error.message));
  }
  if (failed.length > 0) throw new Error(failed.join('\n'));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
