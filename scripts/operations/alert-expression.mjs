// Whether an expression of docker/monitoring/alerts.yml holds on what /metrics tells, for test-operations.mjs: of PromQL
// as much as those expressions need. For how long it has to hold (`for`), and what a range is, is left to the rules' own
// tests: an increase is that since `before`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../workspace.mjs';

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?(?:e\d+)?)|([a-zA-Z_:][\w:]*)|(\{[^}]*\})|(\[[^\]]*\])|(==|!=|>=|<=|=~|>|<|\/|-|\(|\)|,))/y;
const AGGREGATES = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  count: (values) => values.length,
};
const COMPARISONS = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
};

/** The expressions by the names of their alerts. */
export function alertExpressions() {
  const text = readFileSync(join(root, 'docker/monitoring/alerts.yml'), 'utf8');
  const rules = [...text.matchAll(/- alert: (\w+)\n\s+expr: (?:>-\n\s+)?(.+)\n/g)];
  return new Map(rules.map(([, name, expression]) => [name, expression]));
}

/** Samples in the text format of Prometheus. @param labels that every one has beside its own */
export const samplesIn = (text, labels) =>
  [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, own = '', value]) => ({
    name,
    labels: {
      ...labels,
      ...Object.fromEntries([...own.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, k, v]) => [k, v])),
    },
    value: Number(value),
  }));

function tokensOf(expression) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(expression); match !== null; match = TOKEN.exec(expression))
    tokens.push(match[0].trim());
  if (tokens.join('').length !== expression.replace(/\s/g, '').length)
    throw new Error(`cannot read ${expression}`);
  return tokens;
}

const sameLabels = (one, other) => JSON.stringify(keyed(one.labels)) === JSON.stringify(keyed(other.labels));
const keyed = (labels) => Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1));

function matches(labels, selector) {
  return [...selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].every(([, name, operator, wanted]) => {
    const value = labels[name] ?? '';
    const holds = operator.endsWith('~') ? new RegExp(`^(?:${wanted})$`).test(value) : value === wanted;
    return operator.startsWith('!') ? !holds : holds;
  });
}

/** Number with number, each with a number, or each with its like. */
function combine(left, right, operate) {
  if (typeof left === 'number' && typeof right === 'number') return operate(left, right);
  if (typeof right === 'number') return left.map((one) => ({ ...one, value: operate(one.value, right) }));
  if (typeof left === 'number') return right.map((one) => ({ ...one, value: operate(left, one.value) }));
  return left.flatMap((one) => {
    const other = right.find((candidate) => sameLabels(one, candidate));
    return other === undefined ? [] : [{ labels: one.labels, value: operate(one.value, other.value) }];
  });
}

class Reader {
  at = 0;

  constructor(tokens, { samples, before, now }) {
    Object.assign(this, { tokens, samples, before, now });
  }

  peek = () => this.tokens[this.at];
  next = () => this.tokens[this.at++];
  take(token) {
    if (this.next() !== token) throw new Error(`expected ${token} in ${this.tokens.join(' ')}`);
  }

  either() {
    let left = this.both();
    while (this.peek() === 'or') {
      this.next();
      left = [...left, ...this.both()];
    }
    return left;
  }

  both() {
    let left = this.comparison();
    while (this.peek() === 'and') {
      this.next();
      const right = this.comparison();
      left = left.filter((one) => right.some((other) => sameLabels(one, other)));
    }
    return left;
  }

  comparison() {
    const left = this.chain('-', () => this.chain('/', () => this.value()));
    const compare = COMPARISONS[this.peek()];
    if (compare === undefined) return left;
    this.next();
    const right = this.chain('-', () => this.chain('/', () => this.value()));
    return left.filter(({ value }) => compare(value, right));
  }

  chain(operator, part) {
    let left = part();
    while (this.peek() === operator) {
      this.next();
      left = combine(left, part(), operator === '-' ? (a, b) => a - b : (a, b) => a / b);
    }
    return left;
  }

  inParentheses(read) {
    this.take('(');
    const value = read();
    this.take(')');
    return value;
  }

  value() {
    const word = this.peek();
    if (word === '(') return this.inParentheses(() => this.either());
    this.next();
    if (/^\d/.test(word)) return Number(word);
    if (Object.hasOwn(AGGREGATES, word)) return this.aggregate(AGGREGATES[word]);
    if (word === 'time') {
      this.inParentheses(() => undefined);
      return this.now;
    }
    if (word === 'abs')
      return this.inParentheses(() => this.either()).map((one) => ({ ...one, value: Math.abs(one.value) }));
    if (word === 'absent')
      return this.inParentheses(() => this.either()).length === 0 ? [{ labels: {}, value: 1 }] : [];
    if (word === 'increase' || word === 'rate') return this.inParentheses(() => this.increase());
    return this.selected(word, this.samples);
  }

  names() {
    const names = [];
    this.inParentheses(() => {
      while (this.peek() !== ')') {
        const name = this.next();
        if (name !== ',') names.push(name);
      }
    });
    return names;
  }

  aggregate(fold) {
    let by = [];
    if (this.peek() === 'by') {
      this.next();
      by = this.names();
    }
    const groups = new Map();
    for (const { labels, value } of this.inParentheses(() => this.either())) {
      const own = Object.fromEntries(by.map((name) => [name, labels[name] ?? '']));
      const key = JSON.stringify(own);
      groups.set(key, { labels: own, values: [...(groups.get(key)?.values ?? []), value] });
    }
    return [...groups.values()].map(({ labels, values }) => ({ labels, value: fold(values) }));
  }

  increase() {
    const name = this.next();
    const from = this.at;
    const now = this.selected(name, this.samples);
    this.at = from;
    const then = this.selected(name, this.before);
    return now.map((one) => {
      const earlier = then.find((other) => sameLabels(one, other))?.value ?? 0;
      // A counter that began anew, with its process.
      return { ...one, value: one.value < earlier ? one.value : one.value - earlier };
    });
  }

  selected(name, samples) {
    const selector = this.peek()?.startsWith('{') ? this.next() : '';
    if (this.peek()?.startsWith('[')) this.next();
    return samples
      .filter((sample) => sample.name === name && matches(sample.labels, selector))
      .map(({ labels, value }) => ({ labels, value }));
  }
}

/**
 * Whether an alert would be on its way now.
 * @param samples of all backends, `before` those of some time ago; `now` in seconds since 1970
 * @throws Error for what is not read here
 */
export function fires(expression, { samples, before, now }) {
  const reader = new Reader(tokensOf(expression), { samples, before, now });
  const result = reader.either();
  if (reader.peek() !== undefined) throw new Error(`cannot read ${expression} from ${reader.peek()} on`);
  return result.length > 0;
}
