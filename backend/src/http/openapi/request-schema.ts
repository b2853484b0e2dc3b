import { SEARCH_MIN } from '@siegel/contracts/limits';
import type { JsonSchema } from '@siegel/contracts/schema';
import { CHAT_ROLES } from '@siegel/contracts/admin/chat';
import { CHAT_MESSAGE_MAX, CHAT_MESSAGES_MAX } from '@siegel/contracts/limits';
import { DAY } from '@siegel/contracts/analytics/days';
import { MOMENT } from '@siegel/contracts/audit/moment';
import { PENALTY_PATTERN } from '@siegel/contracts/nda/term-schemas';
import { MANY_LINES, ONE_LINE } from '@siegel/contracts/validation/lines';
import { ownMember } from '@siegel/contracts/own-members';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { RequestClass } from './route-description.js';
import { textPattern, type TextRules } from './text-pattern.js';

/** The combined rules of one field. */
interface Field {
  readonly schema: JsonSchema;
  readonly text: TextRules | undefined;
  readonly optional: boolean;
}

const NO_TEXT: Field = { schema: {}, text: undefined, optional: false };
const ANY_TEXT: TextRules = {
  min: 0,
  max: undefined,
  trimmed: false,
  characters: 'any',
  printable: false,
};
/**
 * Pattern of a UUID, in all versions that the validation rule `isUuid` accepts (RFC 9562, sections 5.1 to
 * 5.8).
 */
const UUID = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';

const withKeywords = (field: Field, keywords: JsonSchema): Field => ({
  ...field,
  schema: { ...field.schema, ...keywords },
});
const withTextRules = (field: Field, rules: Partial<TextRules>): Field => ({
  ...field,
  text: { ...ANY_TEXT, ...field.text, ...rules },
});

function matching(field: Field, pattern: RegExp): Field {
  if (pattern === ONE_LINE) return withTextRules(field, { characters: 'line' });
  if (pattern === MANY_LINES) return withTextRules(field, { characters: 'lines' });
  return withKeywords(field, { type: 'string', pattern: pattern.source });
}

/**
 * The schema of a conversation: its messages are not blank, and have no control characters except tabs and
 * line breaks.
 */
const CONVERSATION: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: CHAT_MESSAGES_MAX,
  items: {
    type: 'object',
    properties: {
      role: { type: 'string', enum: CHAT_ROLES },
      content: {
        type: 'string',
        minLength: 1,
        maxLength: CHAT_MESSAGE_MAX,
        pattern: textPattern({
          min: 1,
          max: CHAT_MESSAGE_MAX,
          trimmed: true,
          characters: 'lines',
          printable: false,
        }),
      },
    },
    required: ['role', 'content'],
    additionalProperties: false,
  },
};

const enumerated = (values: readonly unknown[]): JsonSchema => ({ type: typeof values[0], enum: values });

/**
 * Maps each validation rule of the request classes to the change that it makes to a field's schema. A field
 * with a minimum length above one is trimmed before its length is counted.
 */
const MEANINGS: Readonly<Record<string, (field: Field, constraint: unknown) => Field>> = {
  isOptional: (field) => ({ ...field, optional: true }),
  isString: (field) => withTextRules(field, {}),
  minLength: (field, min) => withTextRules(field, { min: Number(min), trimmed: Number(min) > 1 }),
  maxLength: (field, max) =>
    'format' in field.schema
      ? withKeywords(field, { maxLength: max })
      : withTextRules(field, { max: Number(max) }),
  isNotEmpty: (field) => withTextRules(field, { min: 1, trimmed: true }),
  printable: (field) => ('format' in field.schema ? field : withTextRules(field, { printable: true })),
  matches: (field, pattern) => matching(field, pattern as RegExp),
  isEmail: (field) => ({
    ...withKeywords(field, { type: 'string', format: 'email', maxLength: field.text?.max }),
    text: undefined,
  }),
  isUuid: (field) => withKeywords(field, { type: 'string', format: 'uuid', pattern: UUID }),
  isDay: (field) => withKeywords(field, { type: 'string', format: 'date', pattern: DAY.source }),
  isMoment: (field) => withKeywords(field, { type: 'string', format: 'date-time', pattern: MOMENT.source }),
  isSearchText: (field) => withTextRules(field, { min: SEARCH_MIN, trimmed: true }),
  isPenaltyClause: (field) => withKeywords(field, { type: 'string', pattern: PENALTY_PATTERN }),
  isIn: (field, values) => withKeywords(field, enumerated(values as readonly unknown[])),
  isConversation: (field) => withKeywords(field, CONVERSATION),
  isBoolean: (field) => withKeywords(field, { type: 'boolean' }),
  isInt: (field) => withKeywords(field, { type: 'integer' }),
  min: (field, minimum) => withKeywords(field, { minimum }),
  max: (field, maximum) => withKeywords(field, { maximum }),
};

/** The order in which rules are applied here; validation checks them in another order. */
const ORDER = Object.keys(MEANINGS);

function fieldsOf(request: RequestClass): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  const rules = getMetadataStorage()
    .getTargetValidationMetadatas(request, '', false, false)
    .map(({ name = '', target, propertyName, constraints }) => ({
      name,
      isOwn: target === request,
      propertyName,
      constraint: constraints?.[0] as unknown,
    }))
    // The members of a base class come first, as they do when an object is constructed.
    .sort((a, b) => Number(a.isOwn) - Number(b.isOwn) || ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
  for (const { name, propertyName, constraint } of rules) {
    const meaning = ownMember(MEANINGS, name);
    if (meaning === undefined) throw new Error(`the description does not know what ${name} means`);
    fields.set(propertyName, meaning(fields.get(propertyName) ?? NO_TEXT, constraint));
  }
  return fields;
}

function textSchema(rules: TextRules): JsonSchema {
  const { min, max, trimmed } = rules;
  return {
    type: 'string',
    ...(min === 0 ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    pattern: textPattern(rules),
    ...(trimmed
      ? {
          description:
            'The length is counted without white space at both ends. A line break counts as one character.',
        }
      : {}),
  };
}

/**
 * True if an empty text in this field counts as absent. The request class's transformation decides that, so
 * this function transforms an empty text and checks the result.
 */
const isEmptyAbsent = (request: RequestClass, name: string): boolean =>
  ownMember(plainToInstance(request, { [name]: '' }), name) === undefined;

/** The schema of an empty text. */
export const EMPTY: JsonSchema = { type: 'string', maxLength: 0 };

const orNull = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : {}),
});

/**
 * Returns the schema of a member that can be absent. Null counts as absent; for some members an empty text
 * does too.
 */
function optionalMember(request: RequestClass, name: string, schema: JsonSchema): JsonSchema {
  // The schema needs EMPTY only if it has a format or an enum. A pattern that only restricts characters
  // already allows an empty text.
  const isOfOneForm = 'format' in schema || 'enum' in schema;
  if (!isOfOneForm || !isEmptyAbsent(request, name)) return orNull(schema);
  return { anyOf: [schema, EMPTY, { type: 'null' }] };
}

export interface RequestSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/**
 * Returns the schemas of a request's members. They are derived from the rules that validate the request
 * (rule:api-describes-itself). If the class gives an optional member a default value, the schema contains it.
 */
export function requestMembers(request: RequestClass): RequestSchema {
  const defaults = new Map<string, unknown>(Object.entries(new request()));
  const fields = [...fieldsOf(request)];
  const properties = fields.map(([name, { schema, text }]): [string, JsonSchema] => {
    const own = { ...(text === undefined ? {} : textSchema(text)), ...schema };
    const value = defaults.get(name);
    return [name, value === undefined ? own : { ...own, default: value }];
  });
  const required = fields
    .filter(([name, { optional }]) => !optional && defaults.get(name) === undefined)
    .map(([name]) => name);
  return { properties: Object.fromEntries(properties), required };
}

/**
 * Returns the schema of a request's JSON body. Unknown members are refused. Null in an optional member means
 * that the member is absent.
 */
export function bodySchema(request: RequestClass): JsonSchema {
  const { properties, required } = requestMembers(request);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        required.includes(name) ? schema : optionalMember(request, name, schema),
      ]),
    ),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
