// Determines for test-operations.mjs whether an alert of docker/monitoring/alerts.yml would fire. promtool
// evaluates the alert's expression on two scrapes. The time for which the expression has to hold (`for`) is
// tested by the rules' own tests.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promtool } from '../../docker/test/real-promtool.mjs';
import { root } from '../workspace.mjs';

/** Seconds that promtool is to assume between the two scrapes. */
const APART = 15;

/**
 * @param metrics the text that a backend serves for Prometheus
 * @throws AssertionError if promtool objects to a name, a type or a description
 */
export function requireGoodNames(metrics) {
  assert.notEqual(metrics, '', 'a backend serves metrics');
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], {
    input: metrics,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `promtool check metrics: ${stdout}${stderr}`);
}

/** Returns the expressions of all alerts, by alert name. */
export function alertExpressions() {
  const text = readFileSync(join(root, 'docker/monitoring/alerts.yml'), 'utf8');
  const rules = [...text.matchAll(/- alert: (\w+)\n\s+expr: (?:>-\n\s+)?(.+)\n/g)];
  return new Map(rules.map(([, name, expression]) => [name, expression]));
}

/** Parses text in Prometheus's format into pairs of series and value. @param labels added to each series */
export const seriesIn = (text, labels) =>
  [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, own, value]) => {
    const all = [...(own ? [own] : []), ...Object.entries(labels).map(([key, is]) => `${key}="${is}"`)];
    return [`${name}{${all.join(',')}}`, value];
  });

/**
 * Returns promtool's input: the values of both scrapes for each series that the expression names. A series
 * that only the second scrape contains starts at 0. A series that only the first scrape contains becomes
 * stale.
 */
function inputOf(expression, before, now) {
  const isNamed = (series) => expression.includes(series.slice(0, series.indexOf('{')));
  const [earlier, later] = [new Map(before), new Map(now)];
  return [...new Set([...earlier.keys(), ...later.keys()])].filter(isNamed).map((series) => ({
    series,
    values: `${earlier.get(series) ?? 0} ${later.get(series) ?? 'stale'}`,
  }));
}

/**
 * True if the alert with this expression would fire now.
 * @param before, now the scraped series and values of all backends
 * @throws AssertionError if promtool does not understand the expression
 */
export function fires(expression, { before, now }) {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-alert-'));
  const file = join(folder, 'test.yml');
  const interval = `${APART}s`;
  // The clock of promtool's tests begins at 0, so `time()` is replaced by the current time.
  const asked = expression.replaceAll('time()', String(Date.now() / 1000));
  const expr = `(count(${asked}) > bool 0) or vector(0)`;
  const judged = (value) => {
    const exp_samples = [{ labels: '{}', value }];
    const promql_expr_test = [{ expr, eval_time: interval, exp_samples }];
    const tests = [{ interval, input_series: inputOf(expression, before, now), promql_expr_test }];
    // Writes JSON, which is also valid YAML.
    writeFileSync(file, JSON.stringify({ evaluation_interval: interval, tests }));
    return spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
  };
  try {
    if (judged(1).status === 0) return true;
    const { status, stdout, stderr } = judged(0);
    assert.equal(status, 0, `promtool does not judge ${expression}: ${stdout}${stderr}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
