import { ERRORS, type ErrorCode } from './errors.js';
import {
  described,
  listOf,
  namedObject,
  objectOf,
  oneOf,
  optional,
  text,
  textWith,
  type ViewOf,
} from './schema.js';

const fieldProblemSchema = namedObject('FieldProblem', { field: text, code: text, message: text });
export interface FieldProblem extends ViewOf<typeof fieldProblemSchema> {}

export const problemMembers = (codes: readonly ErrorCode[]) => ({
  type: textWith({ const: 'about:blank' }),
  status: oneOf<number>([...new Set(codes.map((code) => ERRORS[code].status))]),
  title: text,
  detail: text,
  code: oneOf(codes),
  message: text,
  requestId: described(
    "Id of this request. The service's log uses it for the request and everything that followed from it",
    text,
  ),
  errors: optional(listOf(fieldProblemSchema)),
});

/** Returns the schema of the problem in a response with one of these codes. */
export const problemSchema = (codes: readonly ErrorCode[]) => objectOf(problemMembers(codes));
/**
 * `application/problem+json` (RFC 9457) with a code and a text (rule:errors-are-problems). `message` and
 * `detail` are the same text, in the requested language. Fields are named only if the request was malformed.
 */
export interface ProblemDetails extends ViewOf<ReturnType<typeof problemSchema>> {}
