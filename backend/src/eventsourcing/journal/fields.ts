/**
 * The kinds of event fields that a registry can declare. Their checks are so strict that a fold can handle
 * every accepted value, and a database column can store it.
 */
export interface AnyField {
  /**
   * True if the field may hold this value, which comes from `JSON.parse`. The value is undefined if the field
   * is absent.
   */
  readonly is: (value: unknown) => boolean;
}

export interface Field<Value> extends AnyField {
  /**
   * Tells the compiler the type of the values that the service writes. This property never exists at run
   * time.
   */
  readonly written?: () => Value;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

type Written<F> = F extends Field<infer Value> ? Value : never;
type MayLack<F> = undefined extends Written<F> ? true : false;
type Plain<Part> = { readonly [Name in keyof Part]: Part[Name] };

/** TypeScript type of an event's part (open or personal) that has the declared fields. */
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

/**
 * Field declarations for a part of an event. The TypeScript type of the part, `Part`, is defined elsewhere.
 * There is one field for each member of `Part`.
 */
export type FieldsOf<Part> = { readonly [Name in keyof Part]-?: Field<Part[Name]> };

/** Largest value that an integer column can hold. */
const COUNT_MAX = 2_147_483_647;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= COUNT_MAX;
const isDated = (pattern: RegExp, value: unknown): boolean =>
  isText(value) && pattern.test(value) && !Number.isNaN(Date.parse(value));

/** True for a time as `Date.toISOString` writes it. */
export const isInstant = (value: unknown): value is string => isDated(INSTANT, value);

export const text: Field<string> = { is: isText };
/**
 * A word from a set that may grow. The service writes only words of the set, but accepts any text in stored
 * events.
 */
export const textOf = <Word extends string>(): Field<Word> => text as Field<Word>;
export const uuid: Field<string> = { is: (value) => isText(value) && UUID.test(value) };
/** ISO 8601 UTC with milliseconds. */
export const instant: Field<string> = { is: isInstant };
/** `YYYY-MM-DD` */
export const day: Field<string> = { is: (value) => isDated(DAY, value) };
export const flag: Field<boolean> = { is: (value) => typeof value === 'boolean' };
/** A whole number, at least 0. */
export const count: Field<number> = { is: (value) => isNumber(value) && Number.isInteger(value) };
/** At most 24 days. */
export const milliseconds: Field<number> = { is: isNumber };
export const texts: Field<readonly string[]> = { is: (value) => Array.isArray(value) && value.every(isText) };
/** An object whose content is not checked. */
export const recordOf = <Value extends object>(): Field<Value> => ({
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
});

/** One of a fixed set of values. The set never grows, so any other value comes from another program. */
export const oneOf = <const Value extends string | number>(...values: readonly Value[]): Field<Value> => ({
  is: (value) => values.some((one) => one === value),
});
export const orNull = <Value>({ is }: Field<Value>): Field<Value | null> => ({
  is: (value) => value === null || is(value),
});
/** A field that older events of the same version lack, or that is left out if it has no meaning. */
export const optional = <Value>({ is }: Field<Value>): Field<Value | undefined> => ({
  is: (value) => value === undefined || is(value),
});
