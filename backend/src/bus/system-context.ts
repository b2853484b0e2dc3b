import type { CommandContext } from '../eventsourcing/journal/event.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import { currentWork } from '../platform/async/work.js';

/**
 * Correlation of the request under way. The ids of a queued job may not be recorded, so a new one replaces
 * them (rule:jobs-prove-their-cause).
 */
function currentCorrelation(): string {
  const work = currentWork();
  return work === undefined || work.isQueued === true ? newId() : work.correlationId;
}

/**
 * Context of a command that no person gives: a job's, a sweep's, the clock's. It continues the work under
 * way.
 * @param commandId derived from the obligation, so that the same obligation is one command
 */
export const systemContext = (
  clock: Clock,
  commandId: string,
  {
    correlationId = currentCorrelation(),
    causedBy = null,
  }: Partial<Pick<CommandContext, 'correlationId' | 'causedBy'>> = {},
): CommandContext => ({ commandId, correlationId, causedBy, actor: 'system', at: isoNow(clock) });
