import type { RunnerStatus } from '../subscriptions/leased-subscription.js';

/**
 * Milliseconds that a projection may be behind before the backend that leads it counts as not ready: all
 * would show the past.
 */
export const LAG_MAX_MS = 30_000;

/**
 * Why what a projection shows is not to be relied on; undefined where nothing is wrong, or where another
 * backend leads it.
 */
export function healthProblem({ name, fault, lagMs = 0 }: RunnerStatus): string | undefined {
  if (fault !== undefined) return `projection ${name}: ${fault}`;
  return lagMs > LAG_MAX_MS ? `projection ${name}: ${Math.round(lagMs / 1000)} s behind` : undefined;
}
