/**
 * What the fields of an event may be, as a registry declares them: enough that no fold stumbles over a value and no
 * column refuses it.
 */
export interface AnyField {
  /** Of what `JSON.parse` gave; undefined where the field is not there. */
  readonly is: (value: unknown) => boolean;
}

export interface Field<Value> extends AnyField {
  /** Carries the type of what is written alone; nothing has it at run time. */
  readonly written?: () => Value;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

type Written<F> = F extends Field<infer Value> ? Value : never;
type MayLack<F> = undefined extends Written<F> ? true : false;
type Plain<Part> = { readonly [Name in keyof Part]: Part[Name] };

/** The part of an event that has these fields. */
export type PartOf<Declared extends Fields> = Plain<
  {
    readonly [Name in keyof Declared as MayLack<Declared[Name]> extends false ? Name : never]: Written<
      Declared[Name]
    >;
  } & {
    readonly [Name in keyof Declared as MayLack<Declared[Name]> extends true ? Name : never]?: Written<
      Declared[Name]
    >;
  }
>;

/** A field for each member of such a part, where that is named elsewhere. */
export type FieldsOf<Part> = { readonly [Name in keyof Part]-?: Field<Part[Name]> };

/** Of a column of the type integer. */
const COUNT_MAX = 2_147_483_647;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= COUNT_MAX;
const isDated = (pattern: RegExp, value: unknown): boolean =>
  isText(value) && pattern.test(value) && !Number.isNaN(Date.parse(value));

/** A time as `Date.toISOString` writes it. */
export const isInstant = (value: unknown): value is string => isDated(INSTANT, value);

export const text: Field<string> = { is: isText };
/** A text of a set that may grow: these are written, and any text is understood. */
export const textOf = <Word extends string>(): Field<Word> => text as Field<Word>;
export const uuid: Field<string> = { is: (value) => isText(value) && UUID.test(value) };
/** ISO 8601 UTC with milliseconds. */
export const instant: Field<string> = { is: isInstant };
/** `YYYY-MM-DD` */
export const day: Field<string> = { is: (value) => isDated(DAY, value) };
export const flag: Field<boolean> = { is: (value) => typeof value === 'boolean' };
/** Whole, from 0 on. */
export const count: Field<number> = { is: (value) => isNumber(value) && Number.isInteger(value) };
/** At most 24 days. */
export const milliseconds: Field<number> = { is: isNumber };
export const texts: Field<readonly string[]> = { is: (value) => Array.isArray(value) && value.every(isText) };
/** What is in it is not looked at. */
export const recordOf = <Value extends object>(): Field<Value> => ({
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
});

/** One of a set that never grows: a value beside it is another program's. */
export const oneOf = <const Value extends string | number>(...values: readonly Value[]): Field<Value> => ({
  is: (value) => values.some((one) => one === value),
});
export const orNull = <Value>({ is }: Field<Value>): Field<Value | null> => ({
  is: (value) => value === null || is(value),
});
/** It came when there were such events already, or is left out where it says nothing. */
export const optional = <Value>({ is }: Field<Value>): Field<Value | undefined> => ({
  is: (value) => value === undefined || is(value),
});
