/**
 * Schemas of the API's responses (JSON Schema 2020-12, as OpenAPI 3.1 uses it). A view is written only once,
 * as its schema. `ViewOf` derives the view's type from the schema. The type is deeply readonly.
 */

export type JsonSchema = Readonly<Record<string, unknown>>;

declare const VALUE: unique symbol;
/**
 * A schema of values of the type `Value`. The type parameter is invariant, so a schema of a wider or narrower
 * type is not assignable.
 */
export type Schema<Value> = JsonSchema & { readonly [VALUE]?: (value: Value) => Value };

/**
 * The type that a schema describes. It is `never` for a schema whose value type is unknown, so a member with
 * such a schema can have no value.
 */
export type ViewOf<S> = S extends Schema<infer Value> ? (unknown extends Value ? never : Value) : never;

export interface OptionalMember<S extends JsonSchema = JsonSchema> {
  readonly optional: S;
}
/** Schemas of the members of an object, by name. */
export type Members = Readonly<Record<string, JsonSchema | OptionalMember>>;

type ValueOf<Member> = Member extends OptionalMember<infer S> ? ViewOf<S> : ViewOf<Member>;
type Flat<View> = { [Name in keyof View]: View[Name] };
type ObjectOf<M extends Members> = Flat<
  { readonly [Name in keyof M as M[Name] extends OptionalMember ? never : Name]: ValueOf<M[Name]> } & {
    readonly [Name in keyof M as M[Name] extends OptionalMember ? Name : never]?: ValueOf<M[Name]>;
  }
>;

export const text: Schema<string> = { type: 'string' };
export const flag: Schema<boolean> = { type: 'boolean' };
/** A number without decimals, not negative. */
export const count: Schema<number> = { type: 'integer', minimum: 0 };
/** A number that may have decimals, not negative. */
export const amount: Schema<number> = { type: 'number', minimum: 0 };
/** Integer cents (rule:money-in-cents). */
export const cents: Schema<number> = { type: 'integer', minimum: 0, description: 'Cents' };
/** EUR with two decimals, for figures that people read. Amounts that are owed or paid are `cents`. */
export const euros: Schema<number> = { type: 'number', minimum: 0, description: 'EUR, two decimals' };
/** A day of Europe/Berlin, `YYYY-MM-DD`. */
export const day: Schema<string> = { type: 'string', format: 'date', description: 'Day in Europe/Berlin' };
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

/** One constant value. */
export const literal = <const Value extends string>(value: Value): Schema<Value> => ({
  type: 'string',
  const: value,
});

export const nothing: Schema<null> = { type: 'null' };

/** Returns a schema that also allows null. A schema that has a name keeps the name. */
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

export const listOf = <Item>(items: Schema<Item>, keywords: JsonSchema = {}): Schema<readonly Item[]> => ({
  type: 'array',
  items,
  ...keywords,
});

export const pairOf = <Item>(items: Schema<Item>): Schema<readonly [Item, Item]> => ({
  type: 'array',
  items,
  minItems: 2,
  maxItems: 2,
});

/** An object whose members may have any names. */
export const mapOf = <Value>(members: Schema<Value>): Schema<Readonly<Record<string, Value>>> => ({
  type: 'object',
  additionalProperties: members,
});

/** Adds a description for callers of the API. */
export const described = <Value>(description: string, schema: Schema<Value>): Schema<Value> => ({
  ...schema,
  description,
});

export const optional = <S extends JsonSchema>(schema: S): OptionalMember<S> => ({ optional: schema });

const isOptional = (member: JsonSchema | OptionalMember): member is OptionalMember => 'optional' in member;

/**
 * Returns the schema of an object with exactly these members. The API description repeats a schema without a
 * name wherever the schema is used.
 */
export function objectOf<M extends Members>(members: M): Schema<ObjectOf<M>> {
  const entries = Object.entries(members);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, member]) => [name, isOptional(member) ? member.optional : member]),
    ),
    required: entries.filter(([, member]) => !isOptional(member)).map(([name]) => name),
    additionalProperties: false,
  };
}

/** Names a schema. The API description lists and links the schema under this name. Names are unique. */
export const named = <Value>(title: string, schema: Schema<Value>): Schema<Value> => ({ title, ...schema });

export const namedObject = <M extends Members>(title: string, members: M): Schema<ObjectOf<M>> =>
  named(title, objectOf(members));

/** Returns the schema of an object of one of several kinds. The member `kind` distinguishes them. */
export const kindOf = <Kinds extends readonly JsonSchema[]>(
  ...kinds: Kinds
): Schema<ViewOf<Kinds[number]>> => ({ oneOf: kinds });

/** Returns the members with these names, in the order of the names. */
export const picked = <M extends Members, const Names extends readonly (keyof M)[]>(
  members: M,
  names: Names,
): Pick<M, Names[number]> =>
  Object.fromEntries(names.map((name) => [name, members[name]])) as Pick<M, Names[number]>;

/** Returns one member for each name. All members have this schema. */
export const eachOf = <Name extends string, Value>(
  names: readonly Name[],
  schema: Schema<Value>,
): Readonly<Record<Name, Schema<Value>>> =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema<Value>>;

type EachNullable<M> = { readonly [Name in keyof M]: Schema<ViewOf<M[Name]> | null> };
/** Makes each member nullable. */
export const eachNullable = <M extends Readonly<Record<string, JsonSchema>>>(members: M): EachNullable<M> =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, nullable(member)]),
  ) as EachNullable<M>;
