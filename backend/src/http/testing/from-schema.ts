import type { JsonSchema } from '@siegel/contracts/schema';
import * as fc from 'fast-check';

type Schemas = Readonly<Record<string, JsonSchema>>;

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;

function texts({ pattern, format, minLength, maxLength }: JsonSchema): fc.Arbitrary<unknown> {
  if (typeof pattern === 'string')
    return fc
      .stringMatching(new RegExp(pattern, 'u'))
      .filter(({ length }) => length >= Number(minLength ?? 0) && length <= Number(maxLength ?? Infinity));
  if (format === 'email') return fc.emailAddress();
  if (format === 'uuid') return fc.uuid();
  return fc.string({ maxLength: Number(maxLength ?? 40) });
}

function objects(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const required = (schema['required'] ?? []) as string[];
  const members = Object.entries((schema['properties'] ?? {}) as Schemas).map(
    ([name, member]): [string, fc.Arbitrary<unknown>] => [name, fromSchema(member, schemas)],
  );
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

/**
 * Generates values that the schema of a request allows.
 * @param schemas the components to which the schema can refer
 */
export function fromSchema(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const { $ref, enum: values, anyOf, type } = schema;
  if (typeof $ref === 'string') return fromSchema(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (Array.isArray(values)) return fc.constantFrom<unknown>(...(values as unknown[]));
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.filter(isSchema).map((one) => fromSchema(one, schemas)));
  if (Array.isArray(type))
    return fc.oneof(...type.map((one: unknown) => fromSchema({ ...schema, type: one }, schemas)));
  switch (type) {
    case 'object':
      return objects(schema, schemas);
    case 'array':
      return fc.array(fromSchema((schema['items'] ?? {}) as JsonSchema, schemas), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(5, Number(schema['maxItems'] ?? 5)),
      });
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.integer({ min: Number(schema['minimum'] ?? 0), max: Number(schema['maximum'] ?? 1000) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}
