import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { DocumentInput } from './document-input.js';
import type { RenderedDocument } from './renderer.js';

/** Threads run compiled code, also where the sources around them run as they are (in tests). */
const WORKER = fileURLToPath(new URL('render.worker.js', import.meta.url)).replace(
  /src(?=[\\/]delivery[\\/]pdf[\\/]render\.worker\.js$)/,
  'dist',
);

/** Milliseconds: a burst finds warm threads, a quiet hour costs no memory. */
const IDLE_MS = 10_000;
/** A document takes a tenth of a second; the rest of the machine belongs to requests and the database. */
const THREADS_MAX = 2;
/** A document of the largest terms needs a fraction of it; with more the collector only tidies up later. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/**
 * Renders in threads of its own, so that nobody's request waits a tenth of a second for somebody's document,
 * and so that the renderer takes no memory while there is nothing to print.
 */
export class RenderPool {
  private pool: Piscina<DocumentInput, RenderedDocument> | undefined;

  async render(input: DocumentInput): Promise<RenderedDocument> {
    this.pool ??= new Piscina({
      filename: WORKER,
      minThreads: 0,
      maxThreads: THREADS_MAX,
      idleTimeout: IDLE_MS,
      resourceLimits: LIMITS,
    });
    const { bytes, pages } = await this.pool.run(input, { name: 'render' });
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), pages };
  }

  /** Threads that are there now. */
  get threads(): number {
    return this.pool?.threads.length ?? 0;
  }

  /** Ends what is left, after whoever renders has ended. */
  async close(): Promise<void> {
    await this.pool?.destroy();
    this.pool = undefined;
  }
}
