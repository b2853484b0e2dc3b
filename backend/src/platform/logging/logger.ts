/**
 * The platform's port for logging, which pino satisfies. Log only ids, codes and route patterns, never tokens
 * or personal data (rule:logs-hold-no-secrets).
 */
export interface Logger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const silentLogger: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
