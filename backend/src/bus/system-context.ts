import type { CommandContext } from '../eventsourcing/journal/event.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { newId } from '../platform/crypto/ids.js';
import { currentWork } from '../platform/async/work.js';

/**
 * Returns the correlation id of the current work, or a new id if there is no current work. The correlation id
 * of a queued job must not be recorded, so a new id replaces it (rule:jobs-prove-their-cause).
 */
function currentCorrelation(): string {
  const work = currentWork();
  return work === undefined || work.isQueued === true ? newId() : work.correlationId;
}

/**
 * Returns the context of a command that the service itself issues, from a job, a sweep or the clock. The
 * command continues the correlation of the current work.
 * @param commandId derived from the obligation, so that one obligation always gives the same command id
 */
export const systemContext = (
  clock: Clock,
  commandId: string,
  {
    correlationId = currentCorrelation(),
    causedBy = null,
  }: Partial<Pick<CommandContext, 'correlationId' | 'causedBy'>> = {},
): CommandContext => ({ commandId, correlationId, causedBy, actor: 'system', at: isoNow(clock) });
