import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';

/** The members of a pool that are measured. */
type MeasuredPool = Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> & {
  readonly options: { readonly max?: number };
};

export type MeasurePool = (name: string, pool: MeasuredPool) => void;

/**
 * Returns a function that must be called once for each pool, with the pool's name. The metrics are read from
 * the pool objects, without a query to the database.
 */
export function measurePools(registry: Registry): MeasurePool {
  const pools = new Map<string, MeasuredPool>();
  const registers = [registry];
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to PostgreSQL, used and idle, by pool.',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect: () => {
      for (const [pool, { totalCount, idleCount }] of pools) {
        connections.set({ pool, state: 'used' }, totalCount - idleCount);
        connections.set({ pool, state: 'idle' }, idleCount);
      }
    },
  });
  const most = new Gauge({
    name: 'database_pool_connections_max',
    help: 'Most connections that a pool opens.',
    labelNames: ['pool'] as const,
    registers,
    collect: () => {
      for (const [pool, { options }] of pools) if (options.max !== undefined) most.set({ pool }, options.max);
    },
  });
  const waiting = new Gauge({
    name: 'database_pool_waiting_requests',
    help: 'Requests that wait for a connection of a pool.',
    labelNames: ['pool'] as const,
    registers,
    collect: () => {
      for (const [pool, { waitingCount }] of pools) waiting.set({ pool }, waitingCount);
    },
  });
  return (name, pool) => {
    pools.set(name, pool);
  };
}
