import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../platform/embedded-postgres/free-port.js';
import { type BuiltBackend, type Environment, launch, ready } from './built-backend.js';

/** What a request cost the backend that answered it. */
export interface Cost {
  /** Milliseconds for which its event loop did nothing else, less those without a core. */
  readonly gapMs: number;
  /** Milliseconds of CPU of all its threads. */
  readonly cpuMs: number;
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
