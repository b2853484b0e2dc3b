import type { ErrorCode } from './errors.js';

export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

/**
 * `application/problem+json` (RFC 9457) with a code and words (rule:errors-are-problems). `message` and
 * `detail` are the same text, in the language asked for.
 */
export interface ProblemDetails {
  type: string;
  status: number;
  title: string;
  detail: string;
  code: ErrorCode;
  message: string;
  /** By which the service's log names this request and all that followed from it. */
  requestId: string;
  errors?: FieldProblem[];
}
