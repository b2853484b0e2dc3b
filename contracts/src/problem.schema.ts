import { ERRORS, type ErrorCode } from './errors.js';
import type { FieldProblem, ProblemDetails } from './problem.js';
import { listOf, named, objectOf, oneOf, optional, type Schema, text, textWith } from './schema.js';

const fieldProblemSchema: Schema<FieldProblem> = named(
  'FieldProblem',
  objectOf<FieldProblem>({ field: text, code: text, message: text }),
);

/**
 * The problem of an answer with this status (RFC 9457), which has one of these codes
 * (rule:errors-are-problems). Only a request of the wrong shape names fields.
 */
export const problemSchema = (codes: readonly ErrorCode[]): Schema<ProblemDetails> =>
  objectOf<ProblemDetails>({
    type: textWith({ const: 'about:blank' }),
    status: oneOf<number>([...new Set(codes.map((code) => ERRORS[code].status))]),
    title: text,
    detail: text,
    code: oneOf(codes),
    message: text,
    requestId: text,
    errors: optional(listOf(fieldProblemSchema)),
  });
