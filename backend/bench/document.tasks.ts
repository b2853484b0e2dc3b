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
import { inTurn } from './statistics.js';

/** Making documents, in a process of its own. */

const ROUNDS = 40;
const WARM_UP = 8;
const MEBIBYTE = 2 ** 20;

interface Series {
  /** Milliseconds: the longest time for which this process did nothing else. */
  readonly longestBlock: number;
  /** MiB (RSS, threads included) after a collection, behind the first fifth and behind the last. */
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

/** MiB. What lies about uncollected says nothing of growth: bytes of documents are let go by the dozen. */
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

/** Milliseconds: render and seal in one thread, and the bare renderer, in turn. */
async function compare(): ReturnType<typeof inTurn> {
  const [input, seal] = [sample(), await sealer()];
  await renderDocument(input);
  prepareBare();
  const siegel = () => timed(async () => seal.seal((await renderDocument(input)).bytes, 'Bench'));
  return inTurn(ROUNDS, { siegel, baseline: () => timed(() => bareDocument(input)) }, WARM_UP);
}

/** As the service makes them: rendered in threads, sealed here. */
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
