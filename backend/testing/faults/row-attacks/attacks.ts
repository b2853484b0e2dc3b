import { randomUUID } from 'node:crypto';
import {
  type AttackableRows,
  type Column,
  type History,
  type Image,
  isSame,
  keyOf,
  type Table,
} from './tables.js';

/** One lie: the changes that an attacker makes to the rows of one table. */
export interface Attack {
  /** Description for the message of a failed test. It contains no values of rows. */
  readonly what: string;
  readonly table: Table;
  /** Images of the rows that the attack deletes. */
  readonly gone: readonly Image[];
  /** Images of the rows that the attack inserts. */
  readonly put: readonly Image[];
  /**
   * An additional SQL statement. `takeBack` does not undo it, because the service writes the changed rows
   * again.
   */
  readonly also?: string;
  /**
   * Id of an agreement that the attack may make look erased. The service must not tell the victim that the
   * agreement is erased. The agreement may be unavailable or readable.
   */
  readonly erases?: string;
  /**
   * True if the attack cannot be taken back. The log's readers have read past the inserted rows. Without
   * these rows the readers would be beyond the end of the log.
   */
  readonly stays?: true;
}

/** SQLSTATE with which the database itself refuses a lie: data and constraint errors (classes 22 and 23). */
const REFUSED = /^2[23]/;

/** Writes the lie. @returns false if the database refused it */
export const strike = (rows: AttackableRows, attack: Attack): Promise<boolean> => isDone(rows, attack, false);

/** True if the database would accept the lie. Writes nothing. */
export const wouldStrike = (rows: AttackableRows, attack: Attack): Promise<boolean> =>
  isDone(rows, attack, true);

async function isDone(rows: AttackableRows, attack: Attack, onlyTried: boolean): Promise<boolean> {
  const { table, gone, put, also } = attack;
  try {
    await rows.exchange(table, { gone, put, onlyTried });
    if (also !== undefined && !onlyTried) await rows.query(also);
    return true;
  } catch (error) {
    if (REFUSED.test(String((error as { code?: unknown }).code))) return false;
    throw error;
  }
}

/** Restores the rows as they were before the attack, whatever the service has changed in them since then. */
export async function takeBack(rows: AttackableRows, { table, gone, put, stays }: Attack): Promise<void> {
  if (stays !== true) await rows.exchange(table, { gone: [...put, ...gone], put: gone, beside: true });
}

/** The rows of a table. Lies are made from them. */
export interface Rows {
  readonly table: Table;
  readonly present: readonly Image[];
  /** Older images of present rows, and images of deleted rows. */
  readonly earlier: readonly Image[];
}

export async function rowsOf(rows: AttackableRows, table: Table, history: History): Promise<Rows> {
  const present = await rows.present(table);
  const texts = new Set(present.map((image) => JSON.stringify(image)));
  const earlier = (history.get(table.name) ?? []).filter((image) => !texts.has(JSON.stringify(image)));
  return { table, present, earlier };
}

export type Pair = readonly [row: Image, other: Image];
/**
 * Selects, from the given pairs of rows, the pairs from which lies are made. The two rows of a pair differ,
 * but not every such pair is tried.
 */
export type Picked = (pairs: readonly Pair[]) => readonly Pair[];

/**
 * Yields every attack on one table, for the picked pairs of rows:
 * - a column, two columns or a whole row gets the values of another row
 * - a list gets an element from another row's list, or loses an element
 * - a member of an object gets the value that it has in another row, or is removed
 * - an older row is put back
 * - rows are inserted, deleted or moved
 */
export function* attacksOn(rows: Rows, pick: Picked): Generator<Attack> {
  const { table, present } = rows;
  for (const row of present) {
    yield { what: 'a row is deleted', table, gone: [row], put: [] };
    yield { what: 'a row is copied under a new key', table, gone: [], put: [withNewKey(table, row)] };
  }
  yield* putBack(rows, pick);
  for (const [row, other] of pick([...pairsOf(present)])) {
    yield* columnsOf(table, row, other);
    yield* listsOf(table, row, other);
    if (table.key.length > 0) yield* wholeRows(table, row, other);
  }
}

/**
 * Yields attacks that put back earlier rows, for instance a finished job or an ended session. In some
 * attacks, a deleted row is put back with changed values.
 */
function* putBack({ table, present, earlier }: Rows, pick: Picked): Generator<Attack> {
  const now = new Map(present.map((row) => [JSON.stringify(keyOf(table, row)), row]));
  for (const image of earlier) {
    const row = now.get(JSON.stringify(keyOf(table, image)));
    yield { what: 'an older row is put back', table, gone: row === undefined ? [] : [row], put: [image] };
  }
  const lost = earlier.filter((image) => !now.has(JSON.stringify(keyOf(table, image))));
  for (const [row, other] of pick([...pairsOf(lost)]))
    for (const { what, put } of [...columnsOf(table, row, other), ...listsOf(table, row, other)])
      yield { what: `a lost row is put back: ${what}`, table, gone: [], put };
}

function* columnsOf(table: Table, row: Image, other: Image): Generator<Attack> {
  const unlike = table.columns
    .map(({ name }) => name)
    .filter((name) => !table.key.includes(name) && !isSame(row[name], other[name]));
  for (const [at, one] of unlike.entries()) {
    yield {
      what: `${one} has the value of another row`,
      table,
      gone: [row],
      put: [{ ...row, [one]: other[one] }],
    };
    for (const two of unlike.slice(at + 1))
      yield {
        what: `${one} and ${two} have the values of another row`,
        table,
        gone: [row],
        put: [{ ...row, [one]: other[one], [two]: other[two] }],
      };
  }
}

/** Values that the service itself writes into no column of a type, but that PostgreSQL accepts there. */
const GARBAGE: Readonly<Record<string, readonly unknown[]>> = {
  timestamptz: ['infinity', '-infinity', '0001-01-01T00:00:00Z', '294276-12-31T00:00:00Z'],
  date: ['infinity', '-infinity'],
  int2: [-32_768, 32_767],
  int4: [-2_147_483_648, 2_147_483_647],
  int8: ['-9223372036854775808', '9223372036854775807'],
  numeric: ['NaN', '1e1000'],
  float8: ['NaN', 'Infinity'],
  text: ['', '\u0001', '{', 'x'.repeat(10_000)],
  varchar: ['', '{'],
  bytea: ['\\x', '\\x00'],
  uuid: ['00000000-0000-0000-0000-000000000000'],
  json: [{}, [], 'x', 7],
  jsonb: [{}, [], 'x', 7],
  _text: [[], [null], ['']],
};

/** Yields attacks that give a column a value that no row of the service has. */
export function* garbageIn({ table, present }: Rows): Generator<Attack> {
  const columns = table.columns.filter(({ name }) => !table.key.includes(name));
  for (const row of present)
    for (const { name, type } of columns)
      for (const [at, value] of [null, ...(GARBAGE[type] ?? [])].entries())
        if (!isSame(row[name], value))
          yield {
            what: `${name} is ${at === 0 ? 'empty' : `garbage ${at}`}`,
            table,
            gone: [row],
            put: [{ ...row, [name]: value }],
          };
}

function* wholeRows(table: Table, row: Image, other: Image): Generator<Attack> {
  const [rowKey, otherKey] = [keyOf(table, row), keyOf(table, other)];
  yield { what: 'a row says all that another says', table, gone: [row], put: [{ ...other, ...rowKey }] };
  yield {
    what: 'a row is moved to the key of another',
    table,
    gone: [row, other],
    put: [{ ...row, ...otherKey }],
  };
  yield {
    what: 'two rows change places',
    table,
    gone: [row, other],
    put: [
      { ...row, ...otherKey },
      { ...other, ...rowKey },
    ],
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Yields changes in lists and objects, at any depth. */
function* listsOf(table: Table, row: Image, other: Image): Generator<Attack> {
  const nested = table.columns.filter(({ type }: Column) => type.startsWith('json') || type.startsWith('_'));
  for (const { name } of nested)
    for (const { what, value } of changesOf(row[name], other[name]))
      yield { what: `${name}: ${what}`, table, gone: [row], put: [{ ...row, [name]: value }] };
}

interface Change {
  readonly what: string;
  readonly value: unknown;
}

function* changesOf(mine: unknown, others: unknown): Generator<Change> {
  if (Array.isArray(mine)) {
    for (const at of mine.keys())
      yield { what: 'an element is taken away', value: mine.filter((_, each) => each !== at) };
    for (const element of Array.isArray(others) ? others : [])
      if (!mine.some((own) => isSame(own, element)))
        yield { what: 'an element of another row is added', value: [...mine, element] };
    return;
  }
  if (!isObject(mine)) return;
  const theirs = isObject(others) ? others : {};
  for (const member of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    if (!isSame(mine[member], theirs[member]) && member in theirs)
      yield { what: `${member} is that of another row`, value: { ...mine, [member]: theirs[member] } };
    if (!(member in mine)) continue;
    const { [member]: _, ...rest } = mine;
    yield { what: `${member} is taken away`, value: rest };
    for (const { what, value } of changesOf(mine[member], theirs[member]))
      yield { what: `${member}: ${what}`, value: { ...mine, [member]: value } };
  }
}

function* pairsOf(rows: readonly Image[]): Generator<Pair> {
  for (const one of rows) for (const other of rows) if (one !== other) yield [one, other];
}

/**
 * Returns the row with another key. The new key has the same form as the old key, and no other row has it.
 */
function withNewKey(table: Table, row: Image): Image {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const fresh = Object.keys(keyOf(table, row)).map((name) => [name, unlike(row[name], types.get(name))]);
  return { ...row, ...Object.fromEntries(fresh) };
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** Larger than any number that the service has assigned. */
const FAR = 1_000_000;

function unlike(value: unknown, type: string | undefined): unknown {
  if (typeof value === 'number') return type === 'int2' ? value + 1 : value + FAR;
  if (typeof value !== 'string') return value;
  return UUID.test(value)
    ? value.replace(UUID, randomUUID())
    : `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`;
}
