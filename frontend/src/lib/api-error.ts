import type { ErrorCode } from '@siegel/contracts/errors';
import type { ProblemDetails } from '@siegel/contracts/problem';

export interface ApiErrorParts {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Stable code of the server, or `unknown` where the answer was no problem document. */
  code: ErrorCode | 'unknown';
  problem?: ProblemDetails;
  /** For people, in their language. */
  userMessage: string;
  /** For logs: the body, or the status text. */
  detail: string;
  /** Seconds, of a 429. */
  retryAfter?: number;
}

/**
 * A call that failed. `message` is `{status}: {message}` for logs (rule:servers-words-first), `userMessage`
 * is for the screen.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  readonly problem: ProblemDetails | undefined;
  readonly userMessage: string;
  readonly retryAfter: number | undefined;

  constructor(parts: ApiErrorParts) {
    super(`${parts.status}: ${parts.detail}`);
    this.name = 'ApiError';
    this.status = parts.status;
    this.code = parts.code;
    this.problem = parts.problem;
    this.userMessage = parts.userMessage;
    this.retryAfter = parts.retryAfter;
  }
}

/** Whether a call that failed may have been carried out all the same: no answer came, or one that does not say. */
export const mayHaveHappened = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** The server's words if there are any, else the caller's fallback (rule:servers-words-first). */
export function userMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && (error.problem !== undefined || error.code === 'unavailable')
    ? error.userMessage
    : fallback;
}
