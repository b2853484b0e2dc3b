import type { Pool } from 'pg';
import type { Secrets } from '../../app/secrets.js';
import type { InspectedLog } from '../../eventsourcing/event-store/event-store.js';
import type { Clock } from '../../platform/time/clock.js';
import { CloseStack } from '../../platform/wiring/close-stack.js';
import type { Config } from '../../platform/config/config.js';

/** What is looked at. */
export interface Given {
  readonly config: Config;
  /** With what `…_FILE` variables name read in. */
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: Secrets;
  /** Address of the database, or why there is none. */
  readonly database: { readonly url: string } | { readonly failure: unknown };
  readonly clock: Clock;
  /** Milliseconds for the look at each part. */
  readonly withinMs: number;
  /** The folder in which the backends' DATA_DIRs lie, each with its list of erasures, where it was named. */
  readonly lists?: string | undefined;
  /** Of this machine, to be held against the database's; the operating system's by default. */
  readonly machineClock?: Clock;
}

/** Milliseconds for one answer to a look, which ends a little later. */
export const answerMs = ({ withinMs }: Pick<Given, 'withinMs'>): number => Math.floor(withinMs * 0.8);

/** What one check opened for those that need it; closed at the end, whoever still works on it. */
export class Opened {
  private readonly closing = new CloseStack();
  private readonly cutting = new AbortController();
  private readonly found: { pool?: Pool; log?: InspectedLog } = {};
  private isClosed = false;

  /** Aborts at the end. */
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

  /** What came too late is closed at once. */
  private async keep(close: () => Promise<void>): Promise<void> {
    if (this.isClosed) await close();
    else this.closing.add(close);
  }
}
