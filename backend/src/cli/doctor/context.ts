import type { Pool } from 'pg';
import type { Secrets } from '../../app/secrets.js';
import type { InspectedLog } from '../../eventsourcing/event-store/event-store.js';
import type { Clock } from '../../platform/time/clock.js';
import { CloseStack } from '../../platform/wiring/close-stack.js';
import type { Config } from '../../platform/config/config.js';

/** The service that the doctor checks. */
export interface Context {
  readonly config: Config;
  /** Includes the contents of the files that `…_FILE` variables name. */
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: Secrets;
  /** The address of the database, or the reason why there is none. */
  readonly database: { readonly url: string } | { readonly failure: unknown };
  readonly clock: Clock;
  /** The milliseconds that each check may take. */
  readonly withinMs: number;
  /**
   * The folder that contains the DATA_DIR of every backend. Each DATA_DIR holds a list of erasures. Undefined
   * if the operator named no folder.
   */
  readonly lists?: string | undefined;
  /**
   * This machine's clock, which is compared with the database server's clock. Default: the operating system's
   * clock.
   */
  readonly machineClock?: Clock;
}

/**
 * Returns how many milliseconds a check waits for a single response. The whole check may take a little
 * longer.
 */
export const answerMs = ({ withinMs }: Pick<Context, 'withinMs'>): number => Math.floor(withinMs * 0.8);

/**
 * Connections that one check opens and other checks use. They are closed at the end, even if a check still
 * uses them.
 */
export class Connections {
  private readonly closing = new CloseStack();
  private readonly cutting = new AbortController();
  private readonly found: { pool?: Pool; log?: InspectedLog } = {};
  private isClosed = false;

  /** Aborts when the connections are closed. */
  get cut(): AbortSignal {
    return this.cutting.signal;
  }

  get pool(): Pool {
    if (this.found.pool === undefined) throw new Error('no database is open');
    return this.found.pool;
  }

  get log(): InspectedLog {
    if (this.found.log === undefined) throw new Error('no event store is open');
    return this.found.log;
  }

  async keepPool(pool: Pool): Promise<void> {
    await this.keep(() => pool.end());
    this.found.pool = pool;
  }

  async keepLog(log: InspectedLog): Promise<void> {
    await this.keep(() => log.close());
    this.found.log = log;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cutting.abort();
    await this.closing.close();
  }

  /** A connection that was opened after `close` is closed at once. */
  private async keep(close: () => Promise<void>): Promise<void> {
    if (this.isClosed) await close();
    else this.closing.add(close);
  }
}
