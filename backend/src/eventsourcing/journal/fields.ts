/**
 * What the fields of an event's open part may be, as a registry declares them: enough that no fold stumbles over a
 * value and no column refuses it. Where a set of texts may grow, any text will do.
 */
export interface AnyField {
  /** Of what `JSON.parse` gave; undefined where the field is not there. */
  readonly is: (value: unknown) => boolean;
}

type Kind = 'text' | 'number' | 'flag' | 'null' | 'absent' | 'list' | 'record';

export interface Field<K extends Kind> extends AnyField {
  /** Carries the kinds alone, so that a field is declared as it is typed; nothing has it at run time. */
  readonly kinds?: (kind: K) => K;
}

type KindOf<Value> = Value extends string
  ? 'text'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'flag'
      : Value extends null
        ? 'null'
        : Value extends undefined
          ? 'absent'
          : Value extends readonly unknown[]
            ? 'list'
            : 'record';

type AbsentIn<Open, Name extends keyof Open> =
  Partial<Pick<Open, Name>> extends Pick<Open, Name> ? 'absent' : never;

/** A field for each of what an event has open, of its kind; none where it has nothing open. */
export type FieldsOf<Open extends object> = [keyof Open] extends [never]
  ? Readonly<Record<string, never>>
  : { readonly [Name in keyof Open]-?: Field<KindOf<Open[Name]> | AbsentIn<Open, Name>> };

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

export const text: Field<'text'> = { is: isText };
export const uuid: Field<'text'> = { is: (value) => isText(value) && UUID.test(value) };
/** ISO 8601 UTC with milliseconds. */
export const instant: Field<'text'> = { is: isInstant };
/** `YYYY-MM-DD` */
export const day: Field<'text'> = { is: (value) => isDated(DAY, value) };
export const flag: Field<'flag'> = { is: (value) => typeof value === 'boolean' };
/** Whole, from 0 on. */
export const count: Field<'number'> = { is: (value) => isNumber(value) && Number.isInteger(value) };
/** At most 24 days. */
export const milliseconds: Field<'number'> = { is: isNumber };
export const texts: Field<'list'> = { is: (value) => Array.isArray(value) && value.every(isText) };
export const record: Field<'record'> = {
  is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** One of a set that never grows: a value beside it is another program's. */
export const oneOf = <Value extends string | number>(...values: readonly Value[]): Field<KindOf<Value>> => ({
  is: (value) => values.some((one) => one === value),
});
export const orNull = <K extends Kind>({ is }: Field<K>): Field<K | 'null'> => ({
  is: (value) => value === null || is(value),
});
/** It came when there were such events already, or is left out where it says nothing. */
export const optional = <K extends Kind>({ is }: Field<K>): Field<K | 'absent'> => ({
  is: (value) => value === undefined || is(value),
});
