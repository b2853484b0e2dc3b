import {
  count,
  kindOf,
  listOf,
  literal,
  membersOf,
  named,
  nullable,
  objectOf,
  oneOf,
  optional,
  text,
} from './schema.js';

interface Thing {
  name: string;
  size: number | null;
  note?: string;
}

const thing = named('Thing', objectOf<Thing>({ name: text, size: nullable(count), note: optional(text) }));

describe('a schema', () => {
  it('has the members of its type and no others', () => {
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

  it('can be one of some values, or null', () => {
    expect(nullable(oneOf(['a', 'b']))).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
    expect(oneOf([1, 2])).toEqual({ type: 'integer', enum: [1, 2] });
  });

  it('keeps its name where it may be null', () => {
    expect(nullable(thing)).toEqual({ anyOf: [thing, { type: 'null' }] });
  });

  it('lends its members to a larger one', () => {
    const larger = objectOf<Thing & { more: string[] }>({ ...membersOf(thing), more: listOf(text) });
    expect(larger['required']).toEqual(['name', 'size', 'more']);
    expect(Object.keys(larger['properties'] as object)).toEqual(['name', 'size', 'note', 'more']);
  });

  it('of several kinds has each of them', () => {
    type Kinds = { kind: 'a' } | { kind: 'b'; name: string };
    const kinds = kindOf<Kinds>({
      a: objectOf<{ kind: 'a' }>({ kind: literal('a') }),
      b: objectOf<{ kind: 'b'; name: string }>({ kind: literal('b'), name: text }),
    });
    expect(kinds['oneOf']).toHaveLength(2);
  });
});
