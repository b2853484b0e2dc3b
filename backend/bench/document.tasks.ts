import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type DocumentInput, documentInput } from '#src/delivery/pdf/document-input';
import { renderDocument } from '#src/delivery/pdf/render-document';
import { RenderPool } from '#src/delivery/pdf/render-pool';
import { partsOf, recordedStory } from '#src/delivery/testing/signed-nda';
import { ndaAfter } from '#src/nda/testing/given';
import { PdfSeal } from '#src/pades/pdf-seal';
import { createSealIdentity, openSealIdentity } from '#src/pades/seal-identity';
import { silentLogger } from '#src/platform/logging/logger';
import { systemClock } from '#src/platform/time/clock';
import { bareDocument, prepareBare } from './bare-document.js';
import { measureInTurn } from './statistics.js';

/** Makes documents in its own process. */

const ROUNDS = 40;
const WARM_UP = 8;
const MEBIBYTE = 2 ** 20;

interface Series {
  /** Longest time in milliseconds for which this process's event loop was blocked. */
  readonly longestBlock: number;
  /**
   * MiB of RSS, threads included, after a garbage collection. `early` is measured after the first fifth of
   * the documents, `late` at the end.
   */
  readonly early: number;
  readonly late: number;
}

function sample(): DocumentInput {
  const events = recordedStory();
  return documentInput(ndaAfter(events), events, partsOf(events));
}

async function sealer(): Promise<PdfSeal> {
  const { p12, password } = await createSealIdentity({ subject: 'Bench', now: new Date() });
  return new PdfSeal({
    identity: openSealIdentity(p12, password),
    clock: systemClock,
    logger: silentLogger,
    certificates: { keep: async () => {} },
  });
}

/**
 * Returns the MiB of RSS after a garbage collection. Without the collection, uncollected bytes of documents
 * would count as growth.
 */
function kept(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage.rss() / MEBIBYTE;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Measures two times in milliseconds, in alternating rounds: the time to render and seal a document in one
 * thread, and the time of the bare renderer.
 */
async function compare(): ReturnType<typeof measureInTurn> {
  const [input, seal] = [sample(), await sealer()];
  await renderDocument(input);
  prepareBare();
  const siegel = () => timed(async () => seal.seal((await renderDocument(input)).bytes, 'Bench'));
  return measureInTurn(ROUNDS, { siegel, baseline: () => timed(() => bareDocument(input)) }, WARM_UP);
}

/** Makes documents as the service does: rendered in threads, sealed in the main thread. */
async function series(documents: number): Promise<Series> {
  const [input, seal, pool] = [sample(), await sealer(), new RenderPool()];
  const make = async (): Promise<unknown> => seal.seal((await pool.render(input)).bytes, 'Bench');
  for (let n = 0; n < WARM_UP; n += 1) await make();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let early = 0;
  delay.enable();
  for (let n = 0; n < documents; n += 1) {
    await make();
    if (n === Math.floor(documents / 5)) early = kept();
    await pause(0);
  }
  delay.disable();
  const late = kept();
  await pool.close();
  return { longestBlock: delay.max / 1e6, early, late };
}

export const tasks = { compare, series, stop: async () => {} };
