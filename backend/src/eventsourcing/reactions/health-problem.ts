import type { RunnerStatus } from '../subscriptions/leased-subscription.js';
import type { ScheduledStatus } from './schedule.js';

/** Milliseconds that a fault may last before it is reported. Short outages recover without anyone's help. */
export const FAULT_MAX_MS = 60_000;

/**
 * Returns the reason why a reaction is unreliable; undefined if nothing is wrong or if another backend leads
 * the reaction. A reaction that lags behind the log without a fault has no problem. A new reaction on an old
 * log lags in this way.
 */
export function reactionProblem({ name, fault, lagMs = 0 }: RunnerStatus): string | undefined {
  if (fault === undefined || lagMs <= FAULT_MAX_MS) return undefined;
  return `reaction ${name}: ${fault} for ${Math.round(lagMs / 1000)} s`;
}

/**
 * Returns a text that names the scheduled work of this backend that keeps failing; undefined if no work keeps
 * failing.
 */
export function scheduledProblem(works: readonly ScheduledStatus[]): string | undefined {
  const failing = works
    .filter(({ leading, failingMs = 0 }) => leading && failingMs > FAULT_MAX_MS)
    .map(({ name, fault }) => `${name} (${fault})`);
  if (failing.length === 0) return undefined;
  return `Scheduled work fails and is tried again at its next scheduled time: ${failing.join(', ')}`;
}
