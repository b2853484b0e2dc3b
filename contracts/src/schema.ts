/**
 * Schemas of what the API answers (JSON Schema 2020-12, as OpenAPI 3.1 takes it), each bound to the type that
 * it describes: the compiler refuses one that lacks a member, has one too many, or forgets that a value may be
 * null.
 */

export type JsonSchema = Readonly<Record<string, unknown>>;

declare const VALUE: unique symbol;
/** The schema of a `Value`, neither more nor less: its type is invariant. */
export type Schema<Value> = JsonSchema & { readonly [VALUE]?: (value: Value) => Value };

interface OptionalMember<Value> {
  readonly optional: Schema<Value>;
}
type Members<View> = {
  readonly [Name in keyof View]-?: View extends Record<Name, View[Name]>
    ? Schema<View[Name]>
    : OptionalMember<Exclude<View[Name], undefined>>;
};

export const text: Schema<string> = { type: 'string' };
export const flag: Schema<boolean> = { type: 'boolean' };
/** A number without decimals, not negative. */
export const count: Schema<number> = { type: 'integer', minimum: 0 };
/** Integer cents (rule:money-in-cents). */
export const cents: Schema<number> = { type: 'integer', minimum: 0, description: 'Cents' };
/** EUR with two decimals, for who reads figures; amounts that are owed or paid are `cents`. */
export const euros: Schema<number> = { type: 'number', minimum: 0, description: 'EUR, two decimals' };
/** A day of Europe/Berlin, `YYYY-MM-DD`. */
export const day: Schema<string> = { type: 'string', format: 'date', description: 'Of Europe/Berlin' };
/** ISO 8601 UTC. */
export const timestamp: Schema<string> = { type: 'string', format: 'date-time' };
/** RFC 9562. */
export const uuid: Schema<string> = { type: 'string', format: 'uuid' };
/** SHA-256, hexadecimal. */
export const sha256: Schema<string> = { type: 'string', pattern: '^[0-9a-f]{64}$' };

/** A text with further keywords, such as `pattern`. */
export const textWith = <Text extends string = string>(keywords: JsonSchema): Schema<Text> => ({
  type: 'string',
  ...keywords,
});

export const oneOf = <const Value extends string | number>(values: readonly Value[]): Schema<Value> => ({
  type: typeof values[0] === 'number' ? 'integer' : 'string',
  enum: values,
});

/** The one value that is possible. */
export const literal = <const Value extends string>(value: Value): Schema<Value> => ({
  type: 'string',
  const: value,
});

export const nothing: Schema<null> = { type: 'null' };

/** Or null. A schema that has a name keeps it. */
export const nullable = <Value>(schema: Schema<Value>): Schema<Value | null> => {
  const json: JsonSchema = schema;
  const { type, enum: values, title } = json;
  if (typeof type !== 'string' || title !== undefined) return { anyOf: [json, nothing] };
  return {
    ...json,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
};

export const listOf = <List extends readonly unknown[]>(
  items: Schema<List[number]>,
  keywords: JsonSchema = {},
): Schema<List> => ({ type: 'array', items, ...keywords });

export const optional = <Value>(schema: Schema<Value>): OptionalMember<Value> => ({ optional: schema });

type Member = JsonSchema | { readonly optional: JsonSchema };
const isOptional = (member: Member): member is { readonly optional: JsonSchema } => 'optional' in member;

/** An object with exactly these members; an unnamed one stands where it is used. */
export function objectOf<View>(members: Members<View>): Schema<View> {
  const entries = Object.entries(members as Readonly<Record<string, Member>>);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, member]) => [name, isOptional(member) ? member.optional : member]),
    ),
    required: entries.filter(([, member]) => !isOptional(member)).map(([name]) => name),
    additionalProperties: false,
  };
}

/** Under a name by which the description of the API lists and links it; names are unique. */
export const named = <Value>(title: string, schema: Schema<Value>): Schema<Value> => ({ title, ...schema });

/** One of several kinds of objects, told apart by `kind`: each has its schema. */
export const kindOf = <View extends { readonly kind: string }>(
  kinds: {
    readonly [Kind in View['kind']]: Schema<Extract<View, { readonly kind: Kind }>>;
  },
): Schema<View> => ({ oneOf: Object.values(kinds) });

/** The members of an object, for one that has more. */
export const membersOf = <View>(schema: Schema<View>): Members<View> => {
  const { properties, required } = schema as {
    properties: Readonly<Record<string, JsonSchema>>;
    required: readonly string[];
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      required.includes(name) ? member : { optional: member },
    ]),
  ) as Members<View>;
};
