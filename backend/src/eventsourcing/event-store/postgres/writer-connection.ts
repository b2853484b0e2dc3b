import { Client, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import { endWithin } from '../../../platform/postgres/end-within.js';
import { isUnavailable } from '../../../platform/postgres/unavailable.js';
import { sessionName } from '../../../platform/postgres/session-name.js';

/**
 * Time limits of appends, in milliseconds. After `STATEMENT_TIMEOUT_MS` the server ends the statement. After
 * `DEAD_AFTER_MS` we treat the connection as dead, and the outcome of its append is unknown.
 */
const STATEMENT_TIMEOUT_MS = 10_000;
const DEAD_AFTER_MS = 15_000;
/** Milliseconds within which the server has to close the connection. */
const END_MS = 1_000;

/**
 * One connection that runs one statement at a time. The connection is opened when it is first needed, and
 * opened again after it was lost. A pool is not used, because its bookkeeping would take a tenth of each
 * append's time, and it would close the connection after each conflict.
 */
export class WriterConnection {
  private client: Client | undefined;
  private busySince: number | undefined;
  private wasThere = false;
  private isCut = false;
  private readonly watch: NodeJS.Timeout;

  /** @param connectWithinMs milliseconds within which a connection has to be opened */
  constructor(
    private readonly url: string,
    private readonly onReconnect: () => void,
    private readonly connectWithinMs = 5_000,
  ) {
    this.watch = setInterval(() => this.giveUp(), 1_000).unref();
  }

  async query<Row extends unknown[]>(statement: QueryArrayConfig): Promise<QueryArrayResult<Row>> {
    this.busySince = performance.now();
    try {
      const client = this.client ?? (await this.connect());
      if (this.isCut) throw new Error('Connection terminated: nobody waits for it any longer');
      return await client.query<Row>(statement);
    } catch (error) {
      if (isUnavailable(error)) await this.drop();
      throw error;
    } finally {
      this.busySince = undefined;
    }
  }

  /** Fails the statement under way and all later statements, because their callers no longer wait. */
  cut(): void {
    this.isCut = true;
    void this.drop();
  }

  async close(): Promise<void> {
    clearInterval(this.watch);
    await this.drop();
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.url,
      application_name: sessionName('event appends'),
      connectionTimeoutMillis: this.connectWithinMs,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
      // All appends share one generic plan, because planning each time would cost more than the insert.
      options: '-c plan_cache_mode=force_generic_plan',
    });
    const lost = (): void => {
      if (this.client === client) this.client = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    await client.connect();
    if (this.wasThere) this.onReconnect();
    this.wasThere = true;
    this.client = client;
    return client;
  }

  private async drop(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    if (client !== undefined) await endWithin(client, END_MS);
  }

  /**
   * Closes a connection on which no response arrives. If the network swallows everything, the statement gets
   * no error. Closing the connection makes the statement fail.
   */
  private giveUp(): void {
    if (this.busySince !== undefined && performance.now() - this.busySince > DEAD_AFTER_MS) void this.drop();
  }
}
