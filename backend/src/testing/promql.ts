/** A condition on a label, as in `kind=~"mail|document"`. */
export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

/** What an expression asks for: enough to hold it against what a service tells. */
export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels by which it groups or joins. */
  readonly grouping: readonly string[];
  readonly functions: readonly string[];
}

const TOKEN =
  /\s+|"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-zA-Z_:][\w:]*|\d+(?:\.\d+)?(?:e[+-]?\d+)?[a-z]*|=~|!~|!=|==|<=|>=|[-+*/%^(){},=<>]/gy;
const GROUPING = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset']);
const NAME = /^[a-zA-Z_:]/;

/** @throws Error where a piece is none of the language */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    end = found.index + found[0].length;
    if (found[0].trim() !== '') tokens.push(found[0]);
  }
  if (end !== text.length) throw new Error(`not understood from '${text.slice(end)}' on`);
  return tokens;
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  get isEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  next(): string {
    return this.tokens[this.at++] ?? '';
  }

  takes(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }

  /** @throws Error where another one comes */
  must(token: string): void {
    if (!this.takes(token)) throw new Error(`expected ${token}, found ${this.tokens[this.at] ?? 'the end'}`);
  }

  /** What stands between two brackets, the first of which is taken. */
  listUntil<Item>(end: string, item: () => Item): Item[] {
    const items: Item[] = [];
    while (!this.takes(end)) {
      items.push(item());
      if (this.takes(',')) continue;
      this.must(end);
      break;
    }
    return items;
  }
}

function matcherOf(reader: Reader): Matcher {
  const [label, operator, value] = [reader.next(), reader.next(), reader.next()];
  if (!NAME.test(label) || !['=', '!=', '=~', '!~'].includes(operator) || !value.startsWith('"'))
    throw new Error(`no matcher: ${label}${operator}${value}`);
  return { label, operator, value: JSON.parse(value) as string };
}

/** Whether each bracket is closed by one of its kind. */
function assertBalanced(tokens: readonly string[]): void {
  const open: string[] = [];
  for (const token of tokens) {
    if (token === '(' || token === '{') open.push(token);
    if (token === ')' || token === '}') {
      const begun = open.pop();
      if (begun !== (token === ')' ? '(' : '{')) throw new Error(`${token} without its beginning`);
    }
  }
  if (open.length > 0) throw new Error(`${open.join(' ')} is not closed`);
}

/** @throws Error where it is not written as PromQL is */
export function readExpression(text: string): Expression {
  const tokens = tokensOf(text);
  assertBalanced(tokens);
  const reader = new Reader(tokens);
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  const functions: string[] = [];
  while (!reader.isEnd) {
    const token = reader.next();
    if (token === '{') throw new Error('a selector without a metric');
    if (!NAME.test(token) || WORDS.has(token)) continue;
    if (GROUPING.has(token)) {
      reader.must('(');
      grouping.push(...reader.listUntil(')', () => reader.next()));
    } else if (reader.takes('(') || isAggregator(token)) functions.push(token);
    else {
      const matchers = reader.takes('{') ? reader.listUntil('}', () => matcherOf(reader)) : [];
      selectors.push({ metric: token, matchers });
    }
  }
  return { selectors, grouping, functions };
}

/** These may have their grouping before the bracket. */
const isAggregator = (name: string): boolean => ['sum', 'max', 'min', 'avg', 'count', 'topk'].includes(name);
