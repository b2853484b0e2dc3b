import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { patience } from '#src/platform/testing/patience';
import { whole } from '#src/platform/testing/tenth';
import { type BuiltBackend, type Environment, launch, ready } from '../backend/built-backend.js';

const GAP_MS = 50;
const CPU_MS = 250;
/** These cost more by their nature; how many there are at once is limited where they are done. */
const CPU_OF: readonly (readonly [RegExp, number])[] = [
  [/^\/api\/verify$/, 500],
  // Made anew for the admin while there is no sealed one; of the longest terms that are taken it is counted in whole
  // sizes alone, beside other suites that share the cores' caches with it.
  [/^\/api\/ndas\/[^/]+\/pdf$/, whole() ? 4_000 : 2_500],
];
const TRIES = 3;

/** What a request cost the backend that answered it. */
export interface Cost {
  /** Milliseconds for which its event loop did nothing else, less those without a core. */
  readonly gapMs: number;
  /** Milliseconds of CPU of all its threads. */
  readonly cpuMs: number;
}

/** What one request to this path may cost (rule:budget-of-a-request). */
const budgetOf = (path: string): Cost => ({
  gapMs: patience(GAP_MS),
  cpuMs: patience(CPU_OF.find(([paths]) => paths.test(path))?.[1] ?? CPU_MS),
});

/**
 * The best of some tries, as far as they are needed: something else may have been done meanwhile.
 * @returns what is over the budget; undefined where nothing is
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

/** A built backend that says what requests cost it. */
export interface MeteredBackend {
  readonly backend: BuiltBackend;
  /** Of the one request that `work` sends. */
  cost<Answer>(work: () => PromiseLike<Answer>): Promise<{ cost: Cost; answer: Answer }>;
  /** Bytes in use after a collection. */
  kept(): Promise<number>;
}

/** @param folder where the meter's socket may lie */
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
