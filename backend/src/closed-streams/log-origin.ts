import { systemContext } from '../bus/system-context.js';
import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { derivedId } from '../platform/crypto/ids.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Clock } from '../platform/time/clock.js';
import { logDecider } from '../trust-stream/log.decider.js';
import { logStream } from '../trust-stream/trust.events.js';
import { partsOf } from './parts.js';

/** The configuration names another origin than the log records. */
export class LogOriginChanged extends OperatorError {
  constructor(recorded: string, configured: string) {
    super(
      `LOG_ORIGIN is ${configured}, but this log was begun as ${recorded}. Nothing was changed.\n` +
        `A log keeps its origin, because others know it by this name. Remove LOG_ORIGIN, or set it to ${recorded}. If DATABASE_URL or EVENT_STORE_URL names another service's log, correct it.`,
    );
  }
}

export interface LogOriginParts {
  readonly commands: Pick<CommandRunner, 'run' | 'lastTrusted'>;
  /** Identity of the log (APPEND_KEY). */
  readonly log: string;
  /** The configured origin; undefined if none is configured. */
  readonly configured: string | undefined;
  /** The origin of a new log if none is configured. */
  readonly byDefault: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Returns the origin of the log. At the first start of a log, records its identity and origin as the first event
 * of the log's own stream. The recorded origin never changes, whatever PUBLIC_URL becomes
 * (rule:log-has-an-origin).
 * @throws LogOriginChanged
 */
export async function logOriginOf(parts: LogOriginParts): Promise<string> {
  const { commands, configured, byDefault, log, clock, logger } = parts;
  const known = await partsOf(commands, { decider: logDecider, nameOf: logStream });
  const recorded = known.map(({ loaded }) => loaded.state.begun?.origin).find((one) => one !== undefined);
  if (recorded !== undefined) return fitting(recorded, configured);
  const origin = configured ?? byDefault;
  if (known.length > 0) {
    // Nothing of the log's own stream counts. Only the operator begins its next part.
    logger.error(
      { stream: logStream(1) },
      `The log's own stream is closed from its first event on, so its origin is not known for certain. Run siegel log:repair ${logStream(1)}.`,
    );
    return origin;
  }
  const command = { type: 'BeginLog', log, origin, part: 1, before: null, reason: null } as const;
  const context = systemContext(clock, derivedId('log-begun', log));
  const { state } = await commands.run(logDecider, logStream(1), command, context);
  // Another start may have begun the log meanwhile, with another origin.
  return fitting(state.begun?.origin ?? origin, configured);
}

/** @throws LogOriginChanged */
function fitting(recorded: string, configured: string | undefined): string {
  if (configured !== undefined && configured !== recorded) throw new LogOriginChanged(recorded, configured);
  return recorded;
}
