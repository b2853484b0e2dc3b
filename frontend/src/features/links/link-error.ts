import type { DeadLinkProblem, ShareFate } from '@siegel/contracts/nda/remote-signature';
import { ApiError } from '../../lib/api-error.js';

/**
 * True if the link itself is at fault, not the connection: unknown, expired, cancelled, replaced or used. A
 * token of the wrong shape (400) is at fault as well.
 */
export const isDeadLink = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 410].includes(error.status);

/** Fate of the share that Party 2 has paid; null if the server does not name it. */
export function shareFate(error: unknown): ShareFate {
  const problem =
    error instanceof ApiError ? (error.problem as Partial<DeadLinkProblem> | undefined) : undefined;
  return problem?.share ?? null;
}
