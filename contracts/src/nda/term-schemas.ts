import { PENALTY_PRESETS, type PenaltyClause } from '../enums.js';
import { type JsonSchema, type Schema, textWith } from '../schema.js';
import { byTerm, TERM_FIELDS, TERM_NAMES, type TermName, type Terms } from './term-fields.js';

/**
 * Pattern of a penalty clause in a response: a preset, or `custom:<n>` in whole EUR
 * (rule:penalty-in-whole-euros).
 */
export const PENALTY_PATTERN = `^(?:${PENALTY_PRESETS.join('|')}|custom:(?:[1-9][0-9]{0,6}|10000000))$`;
const penalty: Schema<PenaltyClause> = textWith({ pattern: PENALTY_PATTERN });

function schemaOf(name: TermName): JsonSchema {
  const field = TERM_FIELDS[name];
  switch (field.kind) {
    case 'choice':
      return { type: 'string', enum: field.of };
    case 'penalty':
      return penalty;
    case 'flag':
      return { type: 'boolean' };
    case 'text':
      if (field.form === 'email') return { type: 'string', format: 'email' };
      return { type: 'optional' in field ? ['string', 'null'] : 'string' };
  }
}

/** Schemas of the terms in a response, one for each row of `TERM_FIELDS`. */
export const termSchemas = byTerm(TERM_NAMES, schemaOf) as {
  readonly [Name in TermName]: Schema<Terms[Name]>;
};
