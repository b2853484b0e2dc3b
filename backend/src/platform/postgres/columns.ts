import { Column as ColumnOf, type ColumnOptions, Entity, Index } from 'typeorm';

/**
 * A column of a table. One record declares all columns of a table. The record gives the row's type, a new
 * row's first values, the list of columns for SELECT, and the entity with which the migrations are compared.
 * Each property of the record declares one column. The column's name is the property's name in snake_case.
 */
export interface Column<Value>
  extends Pick<ColumnOptions, 'array' | 'nullable' | 'default' | 'generated' | 'generatedIdentity'> {
  readonly type: ColumnType;
  /** This member only carries the type. It does not exist at run time. */
  readonly value?: Value;
}

type ColumnType =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'smallint'
  | 'bigint'
  | 'boolean'
  | 'timestamptz'
  | 'date'
  | 'bytea'
  | 'jsonb';

/** A column with a fixed value in a new row. */
export interface StartedColumn<Value> extends Column<Value> {
  readonly first: Value;
}

export const uuid: Column<string> = { type: 'uuid' };
export const integer: Column<number> = { type: 'integer' };
/** A `bigint` column. Its values must fit into 53 bits, because they are read as JavaScript numbers. */
export const bigint: Column<number> = { type: 'bigint' };
export const bigints: Column<readonly number[]> = { type: 'bigint', array: true };
export const boolean: Column<boolean> = { type: 'boolean' };
export const text = <Value extends string = string>(): Column<Value> => ({ type: 'text' });
export const smallint = <Value extends number = number>(): Column<Value> => ({ type: 'smallint' });
export const jsonb = <Value extends object>(): Column<Value> => ({ type: 'jsonb' });
export const bytea: Column<Uint8Array> = { type: 'bytea' };
export const date: Column<string> = { type: 'date' };
export const texts: Column<readonly string[]> = { type: 'text', array: true };
/** A number that the table assigns to its rows. */
export const numbered: Column<number> = {
  type: 'bigint',
  generated: 'identity',
  generatedIdentity: 'ALWAYS',
};
/** A time in ISO 8601. A fold writes it with `Z`. PostgreSQL writes it with an offset instead. */
export const instant: Column<string> = { type: 'timestamptz' };

/** Returns a column for which the table has a default value. */
export const byDefault = <Value>(value: Value | (() => string), column: Column<Value>): Column<Value> => ({
  ...column,
  default: value,
});
export const NOW = (): string => 'now()';

/** Returns a column that is null in a new row and can become null again. */
export const orNull = <Value>(column: Column<Value>): StartedColumn<Value | null> => ({
  ...column,
  nullable: true,
  first: null,
});
export const startingAs = <Value>(first: Value, column: Column<Value>): StartedColumn<Value> => ({
  ...column,
  first,
});

/** The columns of a table by property name, in the order of the table. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

type ValueOf<C> = C extends Column<infer Value> ? Value : never;
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ValueOf<C[Name]> };
export type FirstValues<C extends Columns> = {
  readonly [Name in keyof C as C[Name] extends StartedColumn<unknown> ? Name : never]: ValueOf<C[Name]>;
};

export const columnName = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const columnNames = <C extends Columns>(columns: C): readonly (keyof C & string)[] =>
  Object.keys(columns);

/**
 * Returns the first values of a new row. Columns without a fixed first value are null, and the type omits
 * them. The object is created by JSON.parse, because an object to which many properties were added one by one
 * takes twice as long to copy.
 */
export function firstValues<C extends Columns>(columns: C): FirstValues<C> {
  const first = Object.entries(columns).map(([name, column]) => [
    name,
    'first' in column ? column.first : null,
  ]);
  return JSON.parse(JSON.stringify(Object.fromEntries(first))) as FirstValues<C>;
}

/**
 * Returns the column list of a SELECT. In the result rows, each column has the name of its property.
 * @param table the table's alias in the statement
 */
export const selectList = (columns: Columns, table: string): string =>
  columnNames(columns)
    .map((name) => `${table}.${columnName(name)} AS "${name}"`)
    .join(', ');

export interface TableIndex<C extends Columns> {
  readonly name: string;
  readonly on: readonly (keyof C & string)[];
  readonly type?: 'gin';
  readonly unique?: true;
  /** An SQL condition. The index contains only the rows for which it is true. */
  readonly where?: string;
}

/** Returns the class that declares the table to TypeORM. Rows are read and written with plain SQL. */
export function entityOf<C extends Columns>(
  table: string,
  primaryKey: readonly (keyof C & string)[],
  columns: C,
  indexes: readonly TableIndex<C>[] = [],
): Function {
  const entity = class {};
  Entity({ name: table })(entity);
  for (const [property, column] of Object.entries(columns)) {
    const key = primaryKey.includes(property) && {
      primary: true,
      primaryKeyConstraintName: `${table}_pkey`,
    };
    const options = { nullable: false, ...column, ...key, name: columnName(property) };
    ColumnOf(options)(entity.prototype, property);
  }
  for (const { name, on, ...options } of indexes) Index(name, [...on], options)(entity);
  return entity;
}
