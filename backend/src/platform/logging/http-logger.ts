import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { LogLevel } from '../config/config.js';
import { workLogFields } from '../async/work.js';
import { errorDetails } from './describe-error.js';
import { readableLines } from './readable-lines.js';

export type { PinoLogger };

/**
 * Creates a logger that writes one JSON object on each line. On a terminal, if no other destination is given,
 * the lines are made for human readers. Each line names the request to which it belongs, if there is one. If
 * a request or an error is logged by mistake, only the parts that may be logged are written
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
