import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { isLongRun } from '#src/platform/testing/long-run';
import { type BuiltBackend, type Environment, launch, ready } from '../backend/built-backend.js';

const GAP_MS = 50;
const CPU_MS = 250;
/**
 * Maximum milliseconds of CPU time for routes that need much CPU by nature. Each of these routes limits how
 * many of its calls run at once.
 */
const CPU_OF: readonly (readonly [RegExp, number])[] = [
  [/^\/api\/verify$/, 500],
  // While an NDA has no sealed document, each call of this route by the admin renders the document. Only `npm
  // run test:long` measures documents with the longest terms. Its limit is higher, because other suites use
  // the cores' caches at the same time.
  [/^\/api\/ndas\/[^/]+\/pdf$/, isLongRun() ? 4_000 : 2_500],
];
const TRIES = 3;

/** The cost of one request for the backend that handled it. */
export interface Cost {
  /**
   * Longest time in milliseconds for which the backend's event loop was blocked, less the time for which the
   * backend waited for a core.
   */
  readonly gapMs: number;
  /** Milliseconds of CPU time of all threads. */
  readonly cpuMs: number;
}

/** Returns the maximum cost of one request to this path (rule:budget-of-a-request). */
const budgetOf = (path: string): Cost => ({
  gapMs: scaledTimeout(GAP_MS),
  cpuMs: scaledTimeout(CPU_OF.find(([paths]) => paths.test(path))?.[1] ?? CPU_MS),
});

/**
 * Repeats a request up to `TRIES` times, until its lowest measurements are within the budget. One measurement
 * is not enough, because the backend may have been doing other work at the same time.
 * @returns the lowest measurements if they are over the budget; otherwise undefined
 */
export async function overBudget(path: string, ask: () => Promise<Cost>): Promise<Cost | undefined> {
  const budget = budgetOf(path);
  let best: Cost = { gapMs: Infinity, cpuMs: Infinity };
  for (let n = 0; n < TRIES; n += 1) {
    const { gapMs, cpuMs } = await ask();
    best = { gapMs: Math.min(best.gapMs, gapMs), cpuMs: Math.min(best.cpuMs, cpuMs) };
    if (best.gapMs <= budget.gapMs && best.cpuMs <= budget.cpuMs) return undefined;
  }
  return best;
}

/** A built backend that measures the cost of its requests. */
export interface MeteredBackend {
  readonly backend: BuiltBackend;
  /** Measures the request that `work` sends. `work` must send only one request. */
  cost<Answer>(work: () => PromiseLike<Answer>): Promise<{ cost: Cost; answer: Answer }>;
  /** Returns the bytes in use after a garbage collection. */
  kept(): Promise<number>;
}

/** @param folder the folder in which the meter creates its socket */
export async function startMetered(env: Environment, folder: string): Promise<MeteredBackend> {
  const socketPath = join(folder, 'budget.sock');
  const meter = pathToFileURL(join(__dirname, 'budget-meter.mjs'));
  meter.searchParams.set('socket', socketPath);
  const options = ['--expose-gc', '--import', meter.href];
  const backend = await ready(launch(await freePort(), env, options));
  const ask = <Answer>(path: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      httpRequest({ socketPath, path }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve(JSON.parse(text) as Answer));
      })
        .on('error', reject)
        .end();
    });
  return {
    backend,
    cost: async (work) => {
      await ask('/begin');
      const answer = await work();
      return { answer, cost: await ask<Cost>('/end') };
    },
    kept: async () => (await ask<{ bytes: number }>('/kept')).bytes,
  };
}
