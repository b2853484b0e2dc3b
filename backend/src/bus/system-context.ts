import type { CommandContext } from '../eventsourcing/journal/event.js';
import { type Clock, isoNow } from '../platform/clock.js';
import { newId } from '../platform/ids.js';
import { workUnderWay } from '../platform/tracing/work.js';

/**
 * What accompanies a command that no person gives: a job's, a sweep's, the clock's. It continues the work under way.
 * @param commandId derived from what is owed, so that the same obligation is one command
 */
export const systemContext = (
  clock: Clock,
  commandId: string,
  {
    correlationId = workUnderWay()?.correlationId ?? newId(),
    causedBy = null,
  }: Partial<Pick<CommandContext, 'correlationId' | 'causedBy'>> = {},
): CommandContext => ({ commandId, correlationId, causedBy, actor: 'system', at: isoNow(clock) });
