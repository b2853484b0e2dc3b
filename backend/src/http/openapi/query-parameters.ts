import type { JsonSchema } from '@siegel/contracts/schema';
import type { Parameter } from './document-types.js';
import { EMPTY, requestMembers } from './request-schema.js';
import type { RequestClass } from './route-description.js';

/**
 * Returns the schema of an optional query parameter. The schema also allows an empty value, which means that
 * the parameter is absent (rule:empty-parameter-is-none).
 */
function orEmpty({ default: value, ...schema }: JsonSchema): JsonSchema {
  return { anyOf: [schema, EMPTY], ...(value === undefined ? {} : { default: value }) };
}

/** Returns the parameters of a query, derived from the rules that validate it. */
export function queryOf(query: RequestClass): readonly Parameter[] {
  const { properties, required } = requestMembers(query);
  return Object.entries(properties).map(([name, schema]): Parameter => {
    const isRequired = required.includes(name);
    return { name, in: 'query', required: isRequired, schema: isRequired ? schema : orEmpty(schema) };
  });
}
