import 'reflect-metadata';
import type { RunningBackend } from '#src/app/backend-options';
import type { ReadYourWrites } from '#src/eventsourcing/projections/projection';
import { READ_YOUR_WRITES } from '#src/platform/wiring/tokens';
import { type ArrivalOptions, appendAtRate, type Seen } from './arrivals.js';
import { answer } from './child.js';
import type { BackendCost } from './journeys.bench.js';
import { countDecodings } from './decodings.js';
import { caughtUp, settled } from './settled.js';
import { type BackendWish, startWhole } from './whole-backend.js';

/** A whole backend in a process of its own, as in production: all subscribers live, requests logged. */

const decodings = countDecodings();
let backend: RunningBackend | undefined;

function running(): RunningBackend {
  if (backend === undefined) throw new Error('not started');
  return backend;
}

async function start(wish: BackendWish): Promise<{ port: number }> {
  backend = await startWhole(wish);
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

answer({
  start,
  append,
  caughtUp: () => caughtUp(running().address),
  settled: () => settled(running().address),
  cost,
  decodings: () => Promise.resolve(decodings()),
  stop: async () => backend?.stop(),
});
