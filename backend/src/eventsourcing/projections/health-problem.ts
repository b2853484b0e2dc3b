import type { RunnerStatus } from '../subscriptions/leased-subscription.js';

/**
 * Milliseconds that a projection may lag before the backend that leads it counts as not ready. With a greater
 * lag, all backends would show outdated rows.
 */
export const LAG_MAX_MS = 30_000;

/**
 * Returns the reason why a projection's rows are unreliable. Undefined if nothing is wrong or if another
 * backend leads the projection.
 */
export function healthProblem({ name, fault, lagMs = 0 }: RunnerStatus): string | undefined {
  if (fault !== undefined) return `projection ${name}: ${fault}`;
  return lagMs > LAG_MAX_MS ? `projection ${name}: ${Math.round(lagMs / 1000)} s behind` : undefined;
}
