import type { Pool, PoolClient } from 'pg';

/** Thrown in place of the death of the process. */
export class Died extends Error {}

/** Whether the statement at which the process dies is still carried out. */
export type DiesWhen = 'before' | 'after';

/**
 * A pool of a process that dies at its n-th statement: that statement fails, and so does every later one. The
 * connections are closed without a rollback, as those of a killed process are.
 */
export class DyingPool {
  private count = 0;

  constructor(
    private readonly pool: Pool,
    private readonly at: number,
    private readonly when: DiesWhen,
  ) {}

  /** True if the process did not die, because it had no more statements. */
  get survived(): boolean {
    return this.count < this.at;
  }

  asPool(): Pool {
    const query = (...args: unknown[]) => this.run(() => Reflect.apply(this.pool.query, this.pool, args));
    const connect = async (): Promise<PoolClient> => {
      const client = await this.pool.connect();
      const held = new Proxy(client, {
        get: (target, name) => {
          if (name === 'query')
            return (...args: unknown[]) => this.run(() => Reflect.apply(target.query, target, args));
          if (name === 'release') return () => target.release(!this.survived);
          const member: unknown = Reflect.get(target, name);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      });
      return held;
    };
    return { query, connect } as unknown as Pool;
  }

  private async run<Result>(statement: () => Promise<Result>): Promise<Result> {
    this.count += 1;
    if (this.count > this.at || (this.count === this.at && this.when === 'before')) throw new Died();
    const result = await statement();
    if (this.count === this.at) throw new Died();
    return result;
  }
}
