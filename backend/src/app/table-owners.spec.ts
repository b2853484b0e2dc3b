import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { getMetadataArgsStorage } from 'typeorm';
import { entities } from './database-schema.js';

const SRC = resolve(__dirname, '..');
const EXEMPT = /\.(spec|real-store)\.ts$|(^|\/)(testing|bench|journeys)\//;

interface Table {
  /**
   * The table's name. If the table's schema is not `public`, the schema precedes the name. `event_store.`
   * means all tables of the schema `event_store`.
   */
  readonly name: string;
  /** Folder below `src`. */
  readonly owner: string;
}

/** Tables without an entity. */
const FOREIGN: readonly Table[] = [{ name: 'event_store.', owner: 'eventsourcing/event-store/postgres' }];

const sources: readonly string[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !EXEMPT.test(path))
  .toSorted();

/** Returns the tables that have entities. Each table belongs to its entity's folder. */
function ownedTables(): Table[] {
  const known = new Set<unknown>(entities);
  return sources
    .filter((path) => path.endsWith('.entity.ts'))
    .flatMap((path) =>
      Object.values(require(join(SRC, path)) as Record<string, unknown>)
        .filter((exported) => known.has(exported))
        .map((entity) => ({ name: tableNameOf(entity), owner: dirname(path) })),
    );
}

function tableNameOf(entity: unknown): string {
  const { name } = getMetadataArgsStorage().tables.find(({ target }) => target === entity) ?? {};
  if (name === undefined) throw new Error('an entity without the name of its table');
  return name;
}

/** Returns the text of every string literal in a source, without the expressions inside templates. */
function literalsOf(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(' '),
      );
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest));
  return found;
}

const SQL = /\b(SELECT|FROM|JOIN|INTO|UPDATE|TABLE|INDEX ON|COPY|TRUNCATE)\b/;

const names = ({ name }: Table, literal: string): boolean =>
  name.endsWith('.')
    ? new RegExp(`(^|[^\\w.])${name.replace('.', '\\.')}[a-z_]+(?![\\w.])`).test(literal)
    : SQL.test(literal) && new RegExp(`\\b${name}\\b`).test(literal);

/** This migration created tables that today belong to two modules. */
const OF_TWO_ROOMS = 'admin/migrations/1763700000200-admin.ts';

/**
 * Migrations never change. A migration may therefore name every table that belongs to the same top folder.
 */
const isOwner = ({ owner }: Table, path: string): boolean =>
  path.startsWith(`${owner}/`) ||
  (path === OF_TWO_ROOMS && owner === 'vouchers') ||
  (path.includes('/migrations/') && path.split('/')[0] === owner.split('/')[0]);

describe('the tables', () => {
  const tables = [...ownedTables(), ...FOREIGN];
  const literals = new Map(sources.map((path) => [path, literalsOf(readFileSync(join(SRC, path), 'utf8'))]));
  const namesIn = (path: string, table: Table): boolean =>
    literals.get(path)?.some((literal) => names(table, literal)) === true;

  it('have one owner each', () => {
    const all = tables.map(({ name }) => name);
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(entities.length + FOREIGN.length);
    expect(tables).toContainEqual({ name: 'ndas', owner: 'agreements' });
  });

  it('are named by their owner only: other modules use a query that the owner exports', () => {
    const strangers = sources.flatMap((path) =>
      tables
        .filter((table) => !isOwner(table, path) && namesIn(path, table))
        .map(({ name, owner }) => `${path} names ${name} of ${owner}`),
    );
    expect(strangers).toEqual([]);
  });

  it("are all found in their owner's sources, which shows that the search would also find another module", () => {
    const unseen = tables.filter(
      (table) => !sources.some((path) => isOwner(table, path) && namesIn(path, table)),
    );
    expect(unseen).toEqual([]);
  });

  it.each([
    ['const q = `SELECT 1 FROM ndas WHERE id = ${id}`;', true],
    ["const q = 'UPDATE ndas n SET a = 1';", true],
    ['const q = `WITH x AS (${y}) DELETE FROM a USING ndas`;', true],
    ["const path = '/api/ndas';", false],
    ['// SELECT 1 FROM ndas', false],
    ["const q = 'SELECT 1 FROM ndas_old';", false],
  ])('are recognised in SQL only: %s', (source, seen) => {
    const ndas = { name: 'ndas', owner: 'agreements' };
    expect(literalsOf(source).some((literal) => names(ndas, literal))).toBe(seen);
  });
});
