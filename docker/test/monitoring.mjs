// npm run test:monitoring: Prometheus' own checker looks at the alert rules of docker/monitoring, runs their tests, and
// reads the example of a configuration. Needs promtool on the machine (Debian: `prometheus`).
import { join } from 'node:path';
import { root, run } from '../../scripts/workspace.mjs';
import { promtool } from './real-promtool.mjs';

const cwd = join(root, 'docker/monitoring');

if (promtool === undefined) {
  console.error('Left out: the tests of the alert rules, which need promtool (Debian: prometheus)');
  process.exit(1);
}
let passed = 0;
let failed = 0;
for (const words of [
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
  ['check', 'config', '--syntax-only', 'prometheus.yml'],
]) {
  try {
    await run(promtool, words, { cwd });
    passed += 1;
  } catch (error) {
    failed += 1;
    console.error(`FAILED: promtool ${words.join(' ')}\n${error.message}\n`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
