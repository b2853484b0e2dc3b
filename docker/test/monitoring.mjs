// npm run test:monitoring: uses promtool, Prometheus's own checker, to validate the alert rules of
// docker/monitoring and to run their tests. Also validates the example configuration and the dashboard's
// queries. Needs promtool on the machine (Debian: `prometheus`).
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run } from '../../scripts/workspace.mjs';
import { promtool } from './real-promtool.mjs';

const cwd = join(root, 'docker/monitoring');

if (promtool === undefined) {
  console.error('Skipped: the tests of the alert rules, which need promtool (Debian: prometheus)');
  process.exit(1);
}

/**
 * Returns the dashboard's queries as Prometheus rules. The variables that Grafana would replace have fixed
 * values.
 */
function queriesOfDashboard() {
  const { panels } = JSON.parse(readFileSync(join(cwd, 'dashboard.json'), 'utf8'));
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const rules = queries.map((query, index) => ({
    record: `dashboard:${index}`,
    expr: query
      .replaceAll('$__rate_interval', '5m')
      .replaceAll('$job', 'siegel')
      .replaceAll('$instance', '.*'),
  }));
  return { groups: [{ name: 'dashboard', rules }] };
}

const folder = mkdtempSync(join(tmpdir(), 'siegel-monitoring-'));
const queries = join(folder, 'dashboard.yml');
// Writes JSON, which is also valid YAML.
writeFileSync(queries, JSON.stringify(queriesOfDashboard()));
let passed = 0;
let failed = 0;
for (const words of [
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
  ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ['check', 'rules', queries],
]) {
  try {
    await run(promtool, words, { cwd });
    passed += 1;
  } catch (error) {
    failed += 1;
    console.error(`FAILED: promtool ${words.join(' ')}\n${error.message}\n`);
  }
}
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
