import type { DeadLinkProblem, ShareFate } from '@siegel/contracts/nda/remote-signature';
import { ApiError } from '../../lib/api-error.js';

/**
 * True if the request failed because of the link and not because of the connection. Either the link is
 * unknown, expired, cancelled, replaced or used, or its token is malformed (400).
 */
export const isDeadLink = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 410].includes(error.status);

/** Returns what happens to the share that Party 2 has paid. Null if the server does not say. */
export function shareFate(error: unknown): ShareFate {
  const problem =
    error instanceof ApiError ? (error.problem as Partial<DeadLinkProblem> | undefined) : undefined;
  return problem?.share ?? null;
}
