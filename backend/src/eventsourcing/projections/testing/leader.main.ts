/**
 * A backend that tests run as a separate process. It leads the projection of the counters, and folds with
 * weight 1000. Before each commit it prints `committing` and waits for a line on its standard input. After
 * the commit it prints `moved` and the number of checkpoints that the commit has moved.
 */
import { believingLog } from '../../trust/testing/believing-log.js';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Pool, QueryConfig } from 'pg';
import { createPostgresEventStore } from '../../event-store/postgres/postgres-event-store.js';
import { LeaseKeeper } from '../../subscriptions/leases/lease.js';
import { silentLogger } from '../../../platform/logging/logger.js';
import { createPool } from '../../../platform/postgres/pool.js';
import { ProjectionRunner } from '../runner.js';
import { ProjectionSignals } from '../signals.js';
import { counterJournal, counters } from './counters.js';

const say = (word: string): void => void process.stdout.write(`${word}\n`);

function gated(pool: Pool): Pool {
  const lines = createInterface({ input: process.stdin });
  const query = async (statement: string | QueryConfig, values: unknown[]): Promise<unknown> => {
    const commits = (typeof statement === 'string' ? statement : statement.text).includes('moved AS');
    if (commits) {
      say('committing');
      await once(lines, 'line');
    }
    const result = await pool.query(statement as string, values);
    if (commits) say(`moved ${(result.rows[0] as { moved: number }).moved}`);
    return result;
  };
  return new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) });
}

async function main(url: string): Promise<void> {
  const pool = createPool(url);
  const logger = silentLogger;
  new ProjectionRunner({
    projection: counters(1, 1000),
    log: believingLog(await createPostgresEventStore({ url })),
    journal: counterJournal,
    pool: gated(pool),
    leases: new LeaseKeeper({ pool, logger }),
    signals: new ProjectionSignals({ url, logger }),
    logger,
  }).start();
}

void main(process.argv[2] ?? '');
