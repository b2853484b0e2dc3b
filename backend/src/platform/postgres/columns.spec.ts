import { getMetadataArgsStorage } from 'typeorm';
import {
  byDefault,
  columnName,
  columnNames,
  date,
  entityOf,
  firstValues,
  instant,
  integer,
  jsonb,
  NOW,
  numbered,
  orNull,
  type RowOf,
  selectList,
  startingAs,
  text,
  uuid,
} from './columns.js';

const COLUMNS = {
  id: uuid,
  revision: integer,
  colour: text<'red' | 'blue'>(),
  marks: startingAs([], jsonb<readonly string[]>()),
  usedAt: orNull(instant),
};

describe('the columns of a table', () => {
  it('give the type of its row', () => {
    const row: RowOf<typeof COLUMNS> = { id: 'a', revision: 1, colour: 'red', marks: [], usedAt: null };
    // @ts-expect-error a colour that the column does not have
    const other: typeof row = { ...row, colour: 'green' };
    expect(columnNames(COLUMNS)).toEqual(Object.keys(other));
  });

  it("give a new row's fixed first values, in the table's order", () => {
    const started: { readonly marks: readonly string[]; readonly usedAt: string | null } =
      firstValues(COLUMNS);
    expect(started).toMatchObject({ marks: [], usedAt: null });
    expect(Object.keys(started)).toEqual(columnNames(COLUMNS));
  });

  it('have names in snake case', () =>
    expect(['id', 'party1PaysForBoth', 'createdAt'].map(columnName)).toEqual([
      'id',
      'party1_pays_for_both',
      'created_at',
    ]));

  it("are selected under the properties' names", () =>
    expect(selectList(COLUMNS, 'c')).toBe(
      'c.id AS "id", c.revision AS "revision", c.colour AS "colour", c.marks AS "marks", c.used_at AS "usedAt"',
    ));

  it("declare keys with several columns, the table's default values, and uniqueness", () => {
    const entity = entityOf(
      'turns',
      ['name', 'part'],
      { name: text(), part: date, number: numbered, at: byDefault(NOW, instant) },
      [{ name: 'turns_number', on: ['number'], unique: true, where: 'part IS NOT NULL' }],
    );
    const { columns, indices } = getMetadataArgsStorage();
    const key = { primary: true, primaryKeyConstraintName: 'turns_pkey' };
    expect(columns.filter(({ target }) => target === entity)).toMatchObject([
      { options: { name: 'name', type: 'text', ...key } },
      { options: { name: 'part', type: 'date', ...key } },
      { options: { name: 'number', generated: 'identity', generatedIdentity: 'ALWAYS' } },
      { options: { name: 'at', type: 'timestamptz', default: NOW } },
    ]);
    expect(indices.filter(({ target }) => target === entity)).toMatchObject([
      { name: 'turns_number', unique: true, where: 'part IS NOT NULL' },
    ]);
  });

  it('are declared to TypeORM with their indexes', () => {
    const entity = entityOf('counters', ['id'], COLUMNS, [
      { name: 'counters_marks', on: ['marks'], type: 'gin' },
      { name: 'counters_colour', on: ['colour', 'usedAt'] },
    ]);
    const { tables, columns, indices } = getMetadataArgsStorage();
    const of = <T extends { target: Function | string }>(all: readonly T[]) =>
      all.filter(({ target }) => target === entity);
    expect(of(tables)).toMatchObject([{ name: 'counters' }]);
    expect(of(columns)).toMatchObject([
      { options: { name: 'id', type: 'uuid', primary: true, primaryKeyConstraintName: 'counters_pkey' } },
      { options: { name: 'revision', type: 'integer', nullable: false } },
      { options: { name: 'colour', type: 'text', nullable: false } },
      { options: { name: 'marks', type: 'jsonb', nullable: false } },
      { options: { name: 'used_at', type: 'timestamptz', nullable: true } },
    ]);
    expect(of(indices)).toMatchObject([
      { name: 'counters_marks', columns: ['marks'], type: 'gin' },
      { name: 'counters_colour', columns: ['colour', 'usedAt'] },
    ]);
  });
});
