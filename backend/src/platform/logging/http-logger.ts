import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { LogLevel } from '../config/config.js';
import { workLogFields } from '../async/work.js';
import { errorDetails } from './describe-error.js';
import { readableLines } from './readable-lines.js';

export type { PinoLogger };

/**
 * Creates a logger that writes one JSON object on each line. If no destination is given and the output is a
 * terminal, the lines are written for human readers instead. A line that belongs to a request names the
 * request. If a whole request or error is logged by mistake, only its permitted parts are written
 * (rule:logs-hold-no-secrets).
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): PinoLogger {
  const options = {
    level,
    base: null,
    mixin: workLogFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      req: (request: { id?: string; method?: string }) => ({ id: request.id, method: request.method }),
      res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode }),
      err: (error: unknown) => errorDetails(error),
      error: (error: unknown) => (error instanceof Error ? errorDetails(error) : error),
    },
  };
  const to = destination ?? (process.stdout.isTTY ? readableLines(process.stdout) : undefined);
  return to === undefined ? pino(options) : pino(options, to);
}
