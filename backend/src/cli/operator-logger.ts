import { createLogger } from '../platform/logging/http-logger.js';
import type { Logger } from '../platform/logging/logger.js';

/**
 * Returns the logger of a command. It writes to the standard error, because a program may read the answer on
 * the standard output.
 */
export const operatorLogger = (): Logger => createLogger('warn', process.stderr);
