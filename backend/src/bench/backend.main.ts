import 'reflect-metadata';
import { type RunningBackend, startBackend } from '../app/start-backend.js';
import { readConfig } from '../platform/config/config.js';
import { readSecrets } from '../app/secrets.js';
import { createLogger } from '../platform/logging/http-logger.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { READ_YOUR_WRITES } from '../platform/tokens.js';
import { type ArrivalOptions, appendAtRate, type Seen } from './arrivals.js';
import { answer } from './child.js';
import type { BackendCost } from './journeys.bench.js';
import { settled } from './settled.js';

/** A whole backend in a process of its own, as in production: all subscribers live, requests logged. */

export interface BackendWish {
  readonly databaseUrl: string;
  /** Where the secrets lie. */
  readonly dataDir: string;
}

let backend: RunningBackend | undefined;

function running(): RunningBackend {
  if (backend === undefined) throw new Error('not started');
  return backend;
}

async function start({ databaseUrl, dataDir }: BackendWish): Promise<{ port: number }> {
  // The limits are so high that nobody reaches them, but calls are counted.
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'info' });
  const secrets = await readSecrets(config, {});
  backend = await startBackend({
    config,
    secrets,
    databaseUrl,
    logger: createLogger(config.logLevel),
    frontend: '',
  });
  return { port: Number(new URL(backend.address).port) };
}

/** Appends here at a steady rate; resolves with how long each took until this backend's readers saw it. */
async function append(options: ArrivalOptions): Promise<Seen> {
  const { app, infrastructure } = running();
  return appendAtRate(infrastructure, app.get<ReadYourWrites>(READ_YOUR_WRITES), options);
}

function cost(): Promise<BackendCost> {
  const { user, system } = process.cpuUsage();
  return Promise.resolve({ cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() });
}

answer({ start, append, settled: () => settled(running().address), cost, stop: async () => backend?.stop() });
