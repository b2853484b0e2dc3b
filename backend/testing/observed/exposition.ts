import type TestAgent from 'supertest/lib/agent.js';

type Labels = Readonly<Record<string, string>>;

/** One line of `/metrics`: a series and its value. */
export interface Sample {
  /** The name as it is in the line. For a histogram it includes the suffix. */
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const TYPE = /^# TYPE (\S+) (\S+)$/gm;
const OF_HISTOGRAM = ['_bucket', '_sum', '_count'];

/** The metrics of a service, parsed from the text format of Prometheus. */
export class Exposition {
  readonly samples: readonly Sample[];
  /** The types of the metrics, by name. Metrics that have no value at the moment are included. */
  readonly types: ReadonlyMap<string, string>;

  /** @throws Error if a line is not in the text format of Prometheus */
  constructor(text: string) {
    this.types = new Map([...text.matchAll(TYPE)].map(([, name = '', type = '']) => [name, type]));
    this.samples = text
      .split('\n')
      .flatMap((line) => (line === '' || line.startsWith('#') ? [] : [sampleOf(line)]));
  }

  /** The names of all possible series. */
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

  /** Returns the sum of all series with these labels; undefined if there is none. */
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
