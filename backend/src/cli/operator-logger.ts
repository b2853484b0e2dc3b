import { createLogger } from '../platform/logging/http-logger.js';
import type { Logger } from '../platform/logging/logger.js';

/** Of a command: beside its answer, which a program may read. */
export const operatorLogger = (): Logger => createLogger('warn', process.stderr);
