import type { ErrorCode } from '@siegel/contracts/errors';
import type { ProblemDetails } from '@siegel/contracts/problem';

export interface ApiErrorParts {
  /** HTTP status. 0 if no response arrived. */
  status: number;
  /** The server's stable code, or `unknown` if the response was not a problem document. */
  code: ErrorCode | 'unknown';
  problem?: ProblemDetails;
  /** The text to show to the user, in the user's language. */
  userMessage: string;
  /** The text for logs: the body, or the status text. */
  detail: string;
  /** Seconds to wait, as sent with a 429 response. */
  retryAfter?: number;
}

/**
 * A failed call. `message` is meant for logs and has the form `{status}: {message}`. `userMessage` is meant
 * for the screen (rule:servers-words-first).
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

/**
 * True if nothing can be changed in the agreement at the moment. The server carried out nothing, and repeating
 * the call is useless (rule:first-fault-closes-the-stream).
 */
export const isClosed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'stream_untrusted';

/**
 * True if the server may have carried out the call although the call failed: no response came, or the
 * response is a 5xx error.
 */
export const mayHaveHappened = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500) && !isClosed(error);

/** Returns the server's text if there is one, otherwise the caller's fallback (rule:servers-words-first). */
export function userMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError && (error.problem !== undefined || error.code === 'unavailable')
    ? error.userMessage
    : fallback;
}
