import {
  type AnyField,
  count,
  day,
  flag,
  instant,
  milliseconds,
  oneOf,
  optional,
  orNull,
  recordOf,
  text,
  textOf,
  texts,
  uuid,
} from './fields.js';

const UUID = '01930000-0000-7000-8000-0000000000ab';
const AT = '2026-11-12T10:00:00.000Z';

const CASES: readonly [
  name: string,
  field: AnyField,
  right: readonly unknown[],
  wrong: readonly unknown[],
][] = [
  ['a text', text, ['', 'a', '\ud800'], [undefined, null, 1, true, [], {}]],
  ['a text of a set that may grow', textOf<'a'>(), ['a', 'b'], [undefined, null, 1]],
  ['a UUID', uuid, [UUID], ['', UUID.toUpperCase(), `${UUID}\n`, `x${UUID}`, 1, undefined]],
  ['a time', instant, [AT], ['', 'yesterday', '2026-11-12', '2026-13-12T10:00:00.000Z', `${AT} `, 0, null]],
  ['a day', day, ['2026-11-12', '2024-02-29'], ['', AT, '2026-11', '2026-00-12', '2026-11-32', 20261112]],
  ['yes or no', flag, [true, false], ['true', 0, 1, null, undefined]],
  ['a count', count, [0, 1, 2_147_483_647], [-1, 1.5, 2_147_483_648, 1e300, Infinity, NaN, '1', null]],
  ['milliseconds', milliseconds, [0, 0.5, 60_000], [-1, 1e300, Infinity, NaN, '1', null, undefined]],
  ['texts', texts, [[], ['a', 'b']], ['a', [1], [null], {}, null, undefined]],
  ['a record', recordOf(), [{}, { a: 1 }], [[], null, undefined, 'a', 1]],
  ['a party', oneOf(1, 2), [1, 2], [0, 3, '1', 1.5, null, undefined]],
  ['one of a set', oneOf('de', 'en'), ['de', 'en'], ['fr', '', 'constructor', null, undefined]],
  ['a text or nothing', orNull(text), ['a', null], [undefined, 1]],
  ['a text that may be absent', optional(text), ['a', undefined], [null, 1]],
];

describe('a field of an event', () => {
  it.each(CASES)('of kind %s accepts exactly its values', (_name, { is }, right, wrong) => {
    expect(right.filter((value) => !is(value))).toEqual([]);
    expect(wrong.filter((value) => is(value))).toEqual([]);
  });
});
