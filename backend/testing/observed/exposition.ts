import type TestAgent from 'supertest/lib/agent.js';

type Labels = Readonly<Record<string, string>>;

/** One line: a series and its value. */
export interface Sample {
  /** As it stands, with the endings of a histogram. */
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const TYPE = /^# TYPE (\S+) (\S+)$/gm;
const OF_HISTOGRAM = ['_bucket', '_sum', '_count'];

/** What a service tells in the text format of Prometheus. */
export class Exposition {
  readonly samples: readonly Sample[];
  /** Names of the metrics, also of those that have no value now, and their types. */
  readonly types: ReadonlyMap<string, string>;

  /** @throws Error where a line is none of that format */
  constructor(text: string) {
    this.types = new Map([...text.matchAll(TYPE)].map(([, name = '', type = '']) => [name, type]));
    this.samples = text
      .split('\n')
      .flatMap((line) => (line === '' || line.startsWith('#') ? [] : [sampleOf(line)]));
  }

  /** Names of the series that there may be. */
  get names(): ReadonlySet<string> {
    return new Set(
      [...this.types].flatMap(([name, type]) =>
        type === 'histogram' ? OF_HISTOGRAM.map((ending) => name + ending) : [name],
      ),
    );
  }

  all(name: string, labels: Labels = {}): readonly Sample[] {
    return this.samples.filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  }

  /** The sum of all series that have these labels; undefined where there is none. */
  value(name: string, labels: Labels = {}): number | undefined {
    const found = this.all(name, labels);
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  }
}

function sampleOf(line: string): Sample {
  const [, name, labels = '', value] = LINE.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`not in the format: ${line}`);
  const pairs = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text] as const);
  return { name, labels: Object.fromEntries(pairs), value: value === '+Inf' ? Infinity : Number(value) };
}

export async function metricsOf(browser: TestAgent): Promise<Exposition> {
  const { text } = await browser.get('/metrics').set('host', 'localhost').expect(200);
  return new Exposition(text);
}
