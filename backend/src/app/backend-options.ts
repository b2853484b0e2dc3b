import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from '../platform/config/config.js';
import type { PinoLogger } from '../platform/logging/http-logger.js';
import type { Infrastructure } from './infrastructure.js';
import type { InfrastructureOptions } from './infrastructure-options.js';
import type { Secrets } from './secrets.js';

/** Milliseconds. */
export interface Patience {
  /** For a connection to the database, 5 000 by default. */
  readonly connectMs: number;
  /** For an answer, 5 000 by default. */
  readonly answerMs: number;
  /** For an answer's own row to be visible, 2 000 by default. */
  readonly visibleMs: number;
  /** At a stop, for jobs in work, 5 000 by default. */
  readonly jobsMs: number;
  /** At a stop, for what still waits for the database once all is answered; 8 000 by default. */
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
  /** Of this machine, to be held against the database's; the operating system's by default. */
  readonly machineClock?: Clock;
  readonly patience?: Partial<Patience>;
  /** Breaks off a start that has long work to do; it then rejects. */
  readonly stopping?: AbortSignal;
  /** Called once when the log was moved to another store: then it can only end. */
  readonly onMoved?: InfrastructureOptions['onMoved'];
}

export interface RunningBackend {
  readonly app: NestFastifyApplication;
  readonly infrastructure: Infrastructure;
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** Is no longer ready, answers what was begun, ends what is in work, closes everything. */
  stop(): Promise<void>;
}
