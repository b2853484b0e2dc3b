import type { Pool, PoolClient, QueryConfig } from 'pg';
import type { Infrastructure } from '#src/app/infrastructure';

class Killed extends Error {}

/**
 * Lets the nth statement and everything behind it fail, as if the process had been killed before it. Counts
 * the statements of all pools and connections.
 */
export class KilledStatements {
  private statements = 0;
  private at = Number.POSITIVE_INFINITY;
  private readonly undo: (() => void)[] = [];

  constructor({ pool, store }: Pick<Infrastructure, 'pool' | 'store'>) {
    const { query } = pool;
    const { append } = store;
    pool.query = ((...args: unknown[]) =>
      this.counted(() => query.apply(pool, args as never) as never)) as never;
    store.append = (...args) => this.counted(() => append.apply(store, args));
    this.undo.push(
      () => Object.assign(pool, { query }),
      () => Object.assign(store, { append }),
    );
    this.undo.push(aroundClients(pool, (client) => this.client(client)));
  }

  /** @returns false if the work ended before its nth statement */
  async before(statement: number, work: () => Promise<unknown>): Promise<boolean> {
    [this.statements, this.at] = [0, statement];
    try {
      await work();
      return this.statements > statement;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return true;
    } finally {
      this.at = Number.POSITIVE_INFINITY;
    }
  }

  stop(): void {
    for (const undo of this.undo) undo();
  }

  private counted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.statements += 1;
    return this.statements > this.at ? Promise.reject(new Killed('killed')) : work();
  }

  private client(client: PoolClient): PoolClient {
    const query = (statement: string | QueryConfig, values?: unknown[]): Promise<unknown> => {
      // A server rolls back the transaction of a process that is gone, and frees its locks.
      const isCleanUp = typeof statement === 'string' && /^ROLLBACK|pg_advisory_unlock/.test(statement);
      const run = () => client.query(statement as string, values);
      return isCleanUp ? run() : this.counted(run);
    };
    return withQuery(client, query);
  }
}

export const withQuery = (
  client: PoolClient,
  query: (statement: never, values?: unknown[]) => Promise<unknown>,
): PoolClient =>
  new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') return query;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** Wraps the clients that a pool hands out. The pool's own queries get theirs by a callback. @returns the undoing */
export function aroundClients(pool: Pool, wrapped: (client: PoolClient) => PoolClient): () => void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<PoolClient>;
  const around = async (...args: unknown[]): Promise<unknown> =>
    args.length > 0 ? connect(...args) : wrapped(await connect());
  pool.connect = around as never;
  return () => Object.assign(pool, { connect });
}
