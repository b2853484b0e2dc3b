import { createLogger } from '../platform/logging/http-logger.js';
import type { Logger } from '../platform/logging/logger.js';

/**
 * Returns the logger of a command. It writes to standard error, because another program may read the
 * command's result from standard output.
 */
export const operatorLogger = (): Logger => createLogger('warn', process.stderr);
