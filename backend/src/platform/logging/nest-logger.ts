import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';
import { errorDetails } from './describe-error.js';

function contextOf(rest: readonly unknown[]): object {
  const context = rest.at(-1);
  return typeof context === 'string' ? { context } : {};
}

/**
 * Lets the framework log through our logger. The framework logs many lines during the start. They are written
 * at debug level.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(contextOf(rest), String(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(contextOf(rest), String(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(contextOf(rest), String(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn(contextOf(rest), String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const error = message instanceof Error ? message : rest.find((one) => one instanceof Error);
    const details = error === undefined ? {} : { error: errorDetails(error) };
    this.logger.error(
      { ...contextOf(rest), ...details },
      error === undefined ? String(message) : 'the HTTP framework reported an error',
    );
  }
}
