import type { DeadLinkProblem, ShareFate } from '@siegel/contracts/nda/remote-signature';
import { ApiError } from '../../lib/api-error.js';

/**
 * The link itself is at fault, not the connection: unknown, expired, cancelled, replaced, used. A refused token shape
 * (400) is no link either.
 */
export const isDeadLink = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 404, 410].includes(error.status);

/** What becomes of the share that Party 2 has paid, where the server says so. */
export function shareFate(error: unknown): ShareFate {
  const problem =
    error instanceof ApiError ? (error.problem as Partial<DeadLinkProblem> | undefined) : undefined;
  return problem?.share ?? null;
}
