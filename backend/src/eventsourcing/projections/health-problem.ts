import type { RunnerStatus } from '../subscriptions/leased-subscription.js';

/**
 * Maximum lag of a projection in milliseconds. If the lag is longer, the backend that leads the projection
 * warns.
 */
export const LAG_MAX_MS = 30_000;

/**
 * Returns the reason why a projection's rows are outdated. Undefined if nothing is wrong or if another
 * backend leads the projection.
 */
export function healthProblem({ name, fault, lagMs = 0 }: RunnerStatus): string | undefined {
  if (fault !== undefined) return `projection ${name}: ${fault}`;
  return lagMs > LAG_MAX_MS ? `projection ${name}: ${Math.round(lagMs / 1000)} s behind` : undefined;
}

/** Names the projections that this backend leads and whose rows are outdated. Undefined if there is none. */
export function projectionsProblem(projections: readonly RunnerStatus[]): string | undefined {
  const problems = projections.flatMap((status) => healthProblem(status) ?? []);
  if (problems.length === 0) return undefined;
  return `Read models do not follow the log, so lists may lack the newest acts: ${problems.join(', ')}. The log lines of this backend say why; see SiegelLagging in docs/operations.md.`;
}
