import {
  count,
  described,
  eachNullable,
  eachOf,
  kindOf,
  listOf,
  literal,
  mapOf,
  named,
  namedObject,
  nullable,
  objectOf,
  oneOf,
  optional,
  pairOf,
  picked,
  text,
  type ViewOf,
} from './schema.js';

/**
 * True if two types are identical. This is stricter than assignability: the types also differ if a member is
 * optional, readonly or nullable in only one of them.
 */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only if the two types are identical. The compiler therefore does the test. */
const areSame = <A, B>(same: Same<A, B>): void => expect(same).toBe(true);

const members = { name: text, size: nullable(count), note: optional(text) };
const thing = namedObject('Thing', members);

describe('a schema', () => {
  it('has exactly the given members', () => {
    expect(thing).toEqual({
      title: 'Thing',
      type: 'object',
      properties: {
        name: { type: 'string' },
        size: { type: ['integer', 'null'], minimum: 0 },
        note: { type: 'string' },
      },
      required: ['name', 'size'],
      additionalProperties: false,
    });
  });

  it('can be one of several values, or null', () => {
    expect(nullable(oneOf(['a', 'b']))).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
    expect(oneOf([1, 2])).toEqual({ type: 'integer', enum: [1, 2] });
  });

  it('keeps its name if it is nullable', () => {
    expect(nullable(thing)).toEqual({ anyOf: [thing, { type: 'null' }] });
  });

  it('keeps its description if it is nullable', () => {
    const size = { type: ['integer', 'null'], minimum: 0, description: 'In bytes' };
    expect(nullable(described('In bytes', count))).toEqual(size);
    expect(described('In bytes', nullable(count))).toEqual(size);
  });

  it('can reuse members of another schema', () => {
    expect(objectOf(picked(members, ['note', 'name']))).toMatchObject({
      properties: { note: { type: 'string' }, name: { type: 'string' } },
      required: ['name'],
    });
    expect(eachNullable(picked(members, ['name']))).toEqual({ name: { type: ['string', 'null'] } });
    expect(eachOf(['a', 'b'], count)).toEqual({ a: count, b: count });
  });

  it('can be one of several kinds', () => {
    const a = objectOf({ kind: literal('a') });
    const b = objectOf({ kind: literal('b'), name: text });
    expect(kindOf(a, b)).toEqual({ oneOf: [a, b] });
  });
});

describe('the type of a view', () => {
  it('follows from its schema', () => {
    areSame<
      ViewOf<typeof thing>,
      { readonly name: string; readonly size: number | null; readonly note?: string }
    >(true);
    const larger = named('Larger', objectOf({ ...members, pair: pairOf(thing), all: mapOf(listOf(text)) }));
    areSame<ViewOf<typeof larger>['pair'], readonly [ViewOf<typeof thing>, ViewOf<typeof thing>]>(true);
    areSame<ViewOf<typeof larger>['all'], Readonly<Record<string, readonly string[]>>>(true);
    areSame<ViewOf<typeof larger>['note'], string | undefined>(true);
  });

  it('distinguishes values and kinds', () => {
    const values = objectOf({ one: nullable(oneOf(['a', 'b'])), party: oneOf([1, 2]) });
    areSame<ViewOf<typeof values>, { readonly one: 'a' | 'b' | null; readonly party: 1 | 2 }>(true);
    const kinds = kindOf(objectOf({ kind: literal('a') }), objectOf({ kind: literal('b'), name: text }));
    areSame<ViewOf<typeof kinds>, { readonly kind: 'a' } | { readonly kind: 'b'; readonly name: string }>(
      true,
    );
  });

  it('allows no value for a member whose schema has no type', () => {
    const vague = objectOf({ any: { type: 'string' } });
    areSame<ViewOf<typeof vague>, { readonly any: never }>(true);
  });
});
