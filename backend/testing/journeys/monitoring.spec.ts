import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Exposition, metricsOf } from '../observed/exposition.js';
import { payByCard, signedByBoth, untilSent } from '../steps/steps.js';
import { startTestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

const ROOT = join(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const OPERATIONS = read('docs/operations.md');

/** Labels that Prometheus adds to everything that it scrapes. */
const OF_SCRAPES = ['job', 'instance'];
const OF_PROMETHEUS = 'up';
/**
 * Labels whose values the test cannot know. The values appear only over time, or depend on the Prometheus
 * server that scrapes.
 */
const OPEN_LABELS = new Set([...OF_SCRAPES, 'route', 'status', 'le']);

interface Alert {
  readonly name: string;
  readonly expr: string;
  readonly severity: string | undefined;
  readonly runbook: string | undefined;
  readonly text: string;
}

const alerts: readonly Alert[] = read('docker/monitoring/alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: /^\w+/.exec(text)?.[0] ?? '',
    expr: (/^ {8}expr: >-\n((?: {10}.*\n)+)/m.exec(text)?.[1] ?? '').replaceAll(/\s+/g, ' ').trim(),
    severity: /severity: (\w+)/.exec(text)?.[1],
    runbook: /runbook: (\S+)/.exec(text)?.[1],
    text,
  }));

interface Place {
  readonly h: number;
  readonly w: number;
  readonly x: number;
  readonly y: number;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: Place;
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly legendFormat: string;
  }[];
}

const dashboard = JSON.parse(read('docker/monitoring/dashboard.json')) as {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
  readonly __inputs: readonly { readonly name: string }[];
};
const targets = dashboard.panels.flatMap(({ title, targets: own = [] }) =>
  own.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
);

let told: Exposition;
beforeAll(async () => {
  const test = await startTestBackend();
  const browser = test.browser();
  const id = await signedByBoth(browser);
  await payByCard(browser, id);
  await untilSent(browser, id);
  told = await until(async () => {
    const exposition = await metricsOf(browser);
    const named = [
      ['scheduled_work_success_age_seconds', 'sign-checkpoints'],
      ['subscription_lag_events', 'ndas'],
    ] as const;
    const isLed = named.every(([metric, name]) => exposition.all(metric, { name }).length > 0);
    const isAsked = ['jobs_owed', 'obligations_open'].every((name) => exposition.value(name) !== undefined);
    return isLed && isAsked && exposition;
  });
  await test.stop();
});

/** Returns the labels of a metric's series, including those that a scrape adds. */
const labelsOf = (metric: string): string[] => [
  ...new Set([...told.all(metric).flatMap(({ labels }) => Object.keys(labels)), ...OF_SCRAPES]),
];

const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const OPERATORS = ['and', 'or', 'unless', 'bool', 'offset'];

/**
 * Returns the metric names in a PromQL expression: all names except functions, labels and operators. promtool
 * checks the syntax.
 */
const metricsIn = (text: string): string[] =>
  [
    ...text
      .replaceAll(GROUPING, '')
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
      .matchAll(/(?<![\w.])([a-zA-Z_:][\w:]*)(?![\w:]|\s*\()/g),
  ].flatMap(([, name = '']) => (OPERATORS.includes(name) ? [] : [name]));

/**
 * Returns the label values that a condition names. Returns no values if the condition is a regular expression
 * in another form than `a|b`.
 */
const valuesOf = (operator: string, value: string): readonly string[] =>
  operator === '=' || operator === '!=' || /^[\w|-]+$/.test(value) ? value.split('|') : [];

function problemsOf(metric: string, conditions: string): string[] {
  return [...conditions.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].flatMap(
    ([, label = '', operator = '', value = '']) => {
      if (!labelsOf(metric).includes(label)) return [`${metric} has no label ${label}`];
      if (OPEN_LABELS.has(label)) return [];
      const known = new Set(told.all(metric).map(({ labels }) => labels[label]));
      return valuesOf(operator, value).flatMap((one) =>
        known.has(one) ? [] : [`${metric} has no ${label} ${one}`],
      );
    },
  );
}

function problemsIn(text: string): string[] {
  const metrics = metricsIn(text);
  const labels = new Set(metrics.flatMap(labelsOf));
  const grouping = [...text.matchAll(GROUPING)].flatMap(([, names = '']) => names.split(/\s*,\s*/));
  return [
    ...metrics.flatMap((metric) =>
      metric === OF_PROMETHEUS || told.names.has(metric) ? [] : [`there is no metric ${metric}`],
    ),
    ...[...text.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)].flatMap(([, metric = '', conditions = '']) =>
      problemsOf(metric, conditions),
    ),
    ...grouping.flatMap((label) => (labels.has(label) ? [] : [`nothing has the label ${label}`])),
    ...(metrics.length === 0 ? ['it asks for nothing'] : []),
  ];
}

describe('the check of the names in expressions', () => {
  it.each([
    ['sum(no_such_metric_total)', 'there is no metric no_such_metric_total'],
    ['jobs_owed{kind="x"}', 'jobs_owed has no label kind'],
    ['jobs_owed{task="none"}', 'jobs_owed has no task none'],
    ['obligations_open{kind=~"refund|debt"}', 'obligations_open has no kind debt'],
    ['sum by (pool) (jobs_owed)', 'nothing has the label pool'],
    ['http_request_duration_seconds', 'there is no metric http_request_duration_seconds'],
    ['time()', 'it asks for nothing'],
    ['max(jobs_owed) > 1.5e9 and on (task) no_such_metric_total', 'there is no metric no_such_metric_total'],
    ['topk(10, max by (task, pool) (rate(jobs_owed{state="waiting"}[5m])))', 'nothing has the label pool'],
    ['count(count by (version) (siegel_build_info{nodes="a"})) > 1', 'siegel_build_info has no label nodes'],
  ])('finds %s', (text, problem) => expect(problemsIn(text)).toEqual([problem]));
});

describe('the alerts', () => {
  it('have unique names, and there are more than twenty', () => {
    expect(alerts.length).toBeGreaterThan(20);
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length);
  });

  it.each(alerts)('$name uses only existing metrics and labels', ({ expr }) =>
    expect(problemsIn(expr)).toEqual([]),
  );

  it.each(alerts)(
    '$name has a severity, a summary, a first action and a chapter of the runbook',
    ({ name, ...alert }) => {
      expect(['critical', 'warning']).toContain(alert.severity);
      for (const part of ['summary', 'action'])
        expect(alert.text).toMatch(new RegExp(`${part}: >-\\n +\\S.*[.?]\\n`));
      expect(alert.runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
      expect(OPERATIONS).toMatch(new RegExp(`^#+ ${name}$`, 'm'));
    },
  );

  it('are the same in the runbook and in the rules', () => {
    const headings = [...OPERATIONS.matchAll(/^#+ (Siegel[A-Z]\w+)$/gm)].map(([, name]) => name);
    expect(headings.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
  });

  it('are each tested: first silent, then firing', () => {
    const tests = read('docker/monitoring/alerts.test.yml')
      .split(/^ {2}- name: /m)
      .slice(1);
    const outcomes = tests.map((text) => {
      const name = /^\w+/.exec(text)?.[0];
      const asked = [...text.matchAll(/alertname="(\w+)",alertstate="firing"/g)].map(([, asks]) => asks);
      const expected = [...text.matchAll(/exp_samples: (.*)$/gm)].map(([, samples]) => samples);
      const isAsItsName = asked.length === 2 && asked.every((asks) => asks === name);
      return isAsItsName && expected[0] === '[]' && expected[1]?.includes(`"${name}"`) === true
        ? name
        : undefined;
    });
    expect([...new Set(outcomes)].toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
  });
});

describe('the dashboard', () => {
  it('has a row for each part of the service', () => {
    expect(dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
      'Traffic',
      'Work',
      'Mail',
      'Payments',
      'Store and projections',
      'Database',
      'Machine',
    ]);
  });

  it('can be imported: panels have unique ids and one data source, and fit into the grid', () => {
    const { panels } = dashboard;
    expect(dashboard).toMatchObject({
      uid: expect.any(String),
      title: 'Siegel',
      schemaVersion: expect.any(Number),
    });
    expect(dashboard.__inputs.map(({ name }) => name)).toEqual(['DS_PROMETHEUS']);
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['job', 'instance']);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Set<string>();
    for (const { gridPos, type, title, datasource, targets: own } of panels) {
      const { h, w, x, y } = gridPos;
      expect([title, x >= 0 && w > 0 && x + w <= 24 && h > 0]).toEqual([title, true]);
      for (let row = y; row < y + h; row += 1)
        for (let column = x; column < x + w; column += 1) {
          expect(taken.has(`${row} ${column}`)).toBe(false);
          taken.add(`${row} ${column}`);
        }
      if (type === 'row') continue;
      expect([title, datasource?.uid]).toEqual([title, '${DS_PROMETHEUS}']);
      expect(own?.length).toBeGreaterThan(0);
      expect(new Set(own?.map(({ refId }) => refId)).size).toBe(own?.length);
    }
  });

  it.each(targets)('uses only existing metrics and labels: $title: $expr', ({ expr, legendFormat }) => {
    expect(problemsIn(expr)).toEqual([]);
    const labels = new Set(metricsIn(expr).flatMap(labelsOf));
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(labels).toContain(label);
  });
});

it('counters, and only counters, have names that end in _total', () => {
  const types = [...told.types];
  const counters = types.filter(([, type]) => type === 'counter').map(([name]) => name);
  expect(counters.length).toBeGreaterThan(10);
  expect(types.map(([name]) => name).filter((name) => name.endsWith('_total'))).toEqual(counters);
});

it('the runbook describes each metric of the service', () => {
  const own = [...told.types.keys()].filter((name) => !/^(process|nodejs)_/.test(name));
  expect(own.length).toBeGreaterThan(30);
  const named = (name: string): boolean => new RegExp(`\`${name}(?:\\{[\\w,]+\\})?\``).test(OPERATIONS);
  expect(own.filter((name) => !named(name))).toEqual([]);
});
