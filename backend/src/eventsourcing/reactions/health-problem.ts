import type { RunnerStatus } from '../subscriptions/leased-subscription.js';
import type { ScheduledStatus } from './schedule.js';

/** Milliseconds that a fault may last before it is reported. Short outages recover without anyone's help. */
export const FAULT_MAX_MS = 60_000;

/**
 * Returns the reason why a reaction is unreliable. Undefined if nothing is wrong or if another backend leads
 * the reaction. A reaction that only lags, as a new one does on an old log, has no problem.
 */
export function reactionProblem({ name, fault, lagMs = 0 }: RunnerStatus): string | undefined {
  if (fault === undefined || lagMs <= FAULT_MAX_MS) return undefined;
  return `reaction ${name}: ${fault} for ${Math.round(lagMs / 1000)} s`;
}

/** Names the scheduled work of this backend that keeps failing. Returns undefined if there is none. */
export function scheduledProblem(works: readonly ScheduledStatus[]): string | undefined {
  const failing = works
    .filter(({ leading, failingMs = 0 }) => leading && failingMs > FAULT_MAX_MS)
    .map(({ name, fault }) => `${name} (${fault})`);
  if (failing.length === 0) return undefined;
  return `Scheduled work fails and is tried again at its next scheduled time: ${failing.join(', ')}`;
}
