import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Clock } from '../platform/time/clock.js';
import type { Config } from '../platform/config/config.js';
import type { PinoLogger } from '../platform/logging/http-logger.js';
import type { Infrastructure } from './infrastructure.js';
import type { InfrastructureOptions } from './infrastructure-options.js';
import type { Secrets } from './secrets.js';
import type { ReadKept } from '../proof/compare-with-kept.js';

/** Time limits in milliseconds. */
export interface Timeouts {
  /** Time to open a connection to the database; 5 000 by default. */
  readonly connectMs: number;
  /** Time to respond to a request; 5 000 by default. */
  readonly answerMs: number;
  /** Maximum time that a response waits for its row to become visible; 2 000 by default. */
  readonly visibleMs: number;
  /** Maximum time for which the readiness check waits for the rows after a start; 30 000 by default. */
  readonly rowsMs: number;
  /** Time in which running jobs have to finish during a stop; 5 000 by default. */
  readonly jobsMs: number;
  /**
   * Time during a stop from the last response until work that still waits for the database is cut off; 8 000
   * by default.
   */
  readonly cutMs: number;
}

export interface BackendOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly databaseUrl: string;
  readonly logger: PinoLogger;
  /** The folder that contains the built frontend. */
  readonly frontend: string;
  readonly clock?: Clock;
  /**
   * This machine's clock, which is compared with the database's clock; by default the operating system's
   * clock.
   */
  readonly machineClock?: Clock;
  readonly timeouts?: Partial<Timeouts>;
  /** If this signal aborts while a start still has long work to do, the start stops and rejects. */
  readonly stopping?: AbortSignal;
  /** Reads the newest checkpoint that this backend kept in DATA_DIR; by default there is none. */
  readonly kept?: ReadKept | undefined;
  /** Called once after the log has moved to another store. The backend can then do nothing but stop. */
  readonly onMoved?: InfrastructureOptions['onMoved'];
}

export interface RunningBackend {
  readonly app: NestFastifyApplication;
  readonly infrastructure: Infrastructure;
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** Reports 'not ready', finishes the requests in progress, ends running work and closes everything. */
  stop(): Promise<void>;
}
