import { describeError } from '../logging/describe-error.js';
import type { Logger } from '../logging/logger.js';

/**
 * Codes of warnings that nobody can do anything about. DEP0123: if EVENT_STORE_URL contains an IP address
 * instead of a host name, gRPC uses the address as the server name of the TLS connection, and Node warns
 * about it.
 */
const EXPECTED: ReadonlySet<unknown> = new Set(['DEP0123']);
const TEXT_MAX = 300;

type Listener = (warning: Error) => void;

/** A warning of Node or of a package, as a log line contains it. */
export interface WarningDescription {
  readonly warning: string;
  readonly text: string;
  readonly at: readonly string[];
}

const describe = (warning: Error): WarningDescription => {
  const { error, at } = describeError(warning);
  return { warning: error, text: warning.message.slice(0, TEXT_MAX), at };
};

/** Replaces Node's own listener, which prints warnings as plain text. Returns the former listeners. */
function replaceListeners(listener: Listener): Listener[] {
  const former = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (!EXPECTED.has((warning as { code?: unknown }).code)) listener(warning);
  });
  return former;
}

/** Calls `take` for each warning of this process, except the expected warnings. */
export const divertWarnings = (take: (warning: WarningDescription) => void): void =>
  void replaceListeners((warning) => take(describe(warning)));

/** Lets Node print the warnings of this process, except the expected warnings. */
export function hideExpectedWarnings(): void {
  const former: Listener[] = replaceListeners((warning) => former.forEach((listener) => listener(warning)));
}

/** Logs the warnings of this process, each in one line of the log. */
export class WarningLog {
  /** Warnings that came before `writeTo` was called. */
  private readonly early: WarningDescription[] = [];
  private logger: Logger | undefined;

  /** Begins to collect warnings. */
  start(): void {
    divertWarnings((warning) => {
      if (this.logger === undefined) this.early.push(warning);
      else write(this.logger, warning);
    });
  }

  /** Writes the warnings collected so far to the logger. Later warnings are written at once. */
  writeTo(logger: Logger): void {
    this.logger = logger;
    for (const warning of this.early.splice(0)) write(logger, warning);
  }
}

const write = (logger: Logger, warning: WarningDescription): void =>
  logger.warn(
    { ...warning },
    'Node.js or a package reported a warning, and the service continues. If the line comes again, report it to the maintainers.',
  );
