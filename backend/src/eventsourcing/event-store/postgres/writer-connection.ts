import { Client, type QueryArrayConfig, type QueryArrayResult } from 'pg';
import { endWithin } from '../../../platform/postgres/end-within.js';
import { isUnavailable } from '../../../platform/postgres/unavailable.js';
import { sessionName } from '../../../platform/postgres/session-name.js';

/**
 * Time limits of appends: a statement ends within the first, by the server's clock. A little later the
 * connection counts as dead, and the outcome of its append is unknown.
 */
const STATEMENT_TIMEOUT_MS = 10_000;
const DEAD_AFTER_MS = 15_000;
/** Milliseconds for the server to close the connection. */
const END_MS = 1_000;

/**
 * One connection for one statement at a time. It is opened when first needed, and again after a loss. A
 * pool's bookkeeping would cost each append a tenth of its time, and a connection for each conflict.
 */
export class WriterConnection {
  private client: Client | undefined;
  private busySince: number | undefined;
  private wasThere = false;
  private isCut = false;
  private readonly watch: NodeJS.Timeout;

  constructor(
    private readonly url: string,
    private readonly onReconnect: () => void,
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

  /** Fails the statement under way and all later ones: their callers no longer wait. */
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
      connectionTimeoutMillis: 5_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      keepAlive: true,
      // One generic plan for all appends: planning again would cost more than the insert.
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
   * Ends a connection that gives no answer. A network that swallows everything reports no error; ending the
   * connection fails its statement.
   */
  private giveUp(): void {
    if (this.busySince !== undefined && performance.now() - this.busySince > DEAD_AFTER_MS) void this.drop();
  }
}
