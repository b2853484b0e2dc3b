import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from '../platform/config/config.js';
import type { PinoLogger } from '../platform/logging/http-logger.js';
import type { Infrastructure } from './infrastructure.js';
import type { InfrastructureOptions } from './infrastructure-options.js';
import type { Secrets } from './secrets.js';

/** Time limits in milliseconds. */
export interface Timeouts {
  /** For a connection to the database; 5 000 by default. */
  readonly connectMs: number;
  /** For an answer; 5 000 by default. */
  readonly answerMs: number;
  /** Until the row that an answer is about is visible; 2 000 by default. */
  readonly visibleMs: number;
  /** At a stop, for running jobs; 5 000 by default. */
  readonly jobsMs: number;
  /** At a stop, for work that still waits for the database after the last answer; 8 000 by default. */
  readonly cutMs: number;
}

export interface BackendOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly databaseUrl: string;
  readonly logger: PinoLogger;
  /** Folder of the built frontend. */
  readonly frontend: string;
  readonly clock?: Clock;
  /** Clock of this machine, which is compared with the database's; by default the operating system's. */
  readonly machineClock?: Clock;
  readonly timeouts?: Partial<Timeouts>;
  /** Aborts a start that has long work to do; the start then rejects. */
  readonly stopping?: AbortSignal;
  /** Called once when the log was moved to another store: the backend can then only stop. */
  readonly onMoved?: InfrastructureOptions['onMoved'];
}

export interface RunningBackend {
  readonly app: NestFastifyApplication;
  readonly infrastructure: Infrastructure;
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** Reports 'not ready', answers the requests that have begun, ends running work, and closes everything. */
  stop(): Promise<void>;
}
