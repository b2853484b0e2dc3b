import 'reflect-metadata';
import type { RunningBackend } from '#src/app/backend-options';
import { readSecrets } from '#src/app/secrets';
import { startBackend } from '#src/app/start-backend';
import type { ReadYourWrites } from '#src/eventsourcing/projections/projection';
import { readConfig } from '#src/platform/config/config';
import type { Scheduled } from '#src/platform/jobs/scheduled';
import { createLogger } from '#src/platform/logging/http-logger';
import { BufferCount, type Read } from '#src/platform/postgres/testing/count-buffers';
import { collectGarbageRarely } from '#src/platform/process/heap';
import { READ_YOUR_WRITES } from '#src/platform/wiring/tokens';
import { ticksOf } from '../testing/backend/ticks.js';
import { type ActLoad, actAtRate, type Visibility } from './acts-at-rate.js';

/** Runs a whole backend in its own process, as in production: HTTP, all subscribers live, requests logged. */

export interface BenchBackendOptions {
  readonly databaseUrl: string;
  /** The folder with the secrets. */
  readonly dataDir: string;
  /** Additional environment variables. Without SMTP_URL, mails stay in the database. */
  readonly env?: Readonly<Record<string, string>>;
}

let backend: RunningBackend | undefined;
let url = '';

function running(): RunningBackend {
  if (backend === undefined) throw new Error('not started');
  return backend;
}

/** @returns the backend's port */
async function start({ databaseUrl, dataDir, env }: BenchBackendOptions): Promise<number> {
  url = databaseUrl;
  // The rate limits are so high that the bench never reaches them, but the backend still counts the calls.
  const own = { PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'info' };
  const config = readConfig({ ...own, ...env });
  const secrets = await readSecrets(config, {});
  const logger = createLogger(config.logLevel);
  backend = await startBackend({ config, secrets, databaseUrl, logger, frontend: '' });
  collectGarbageRarely();
  return Number(new URL(backend.address).port);
}

/**
 * Acts on agreements at a steady rate. Measures for each act how long it takes until this backend's readers
 * see the act.
 */
function act(load: ActLoad): Promise<Visibility> {
  const { app, infrastructure } = running();
  return actAtRate(infrastructure, app.get<ReadYourWrites>(READ_YOUR_WRITES), load);
}

const once = ({ run }: Scheduled): Promise<void> => run(new AbortController().signal);

/** Runs the tick or sweep of this name once. */
async function tick(named: string): Promise<void> {
  const found = ticksOf(running(), running().infrastructure.backgroundPool).find(
    ({ name }) => name === named,
  );
  if (found === undefined) throw new Error(`there is no ${named}`);
  await once(found);
}

/**
 * Counts what each tick and sweep reads while nothing is owed. Sweeps work in rounds, and the last run of a
 * round reads less than the other runs. So this function counts two runs of each tick or sweep, an odd number
 * of runs apart, and returns the larger count.
 */
async function idleTicks(): Promise<[name: string, Read][]> {
  const count = new BufferCount(url);
  try {
    const counts: [string, Read][] = [];
    for (const one of ticksOf(running(), count.pool)) {
      const first = await count.of(() => once(one));
      await once(one);
      const second = await count.of(() => once(one));
      counts.push([one.name, first.buffers > second.buffers ? first : second]);
    }
    return counts;
  } finally {
    await count.end();
  }
}

export const tasks = { start, act, tick, idleTicks, stop: async () => backend?.stop() };
