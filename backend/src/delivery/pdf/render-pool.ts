import { compiledModuleBeside, Threads } from '../../platform/process/threads.js';
import type { DocumentInput } from './document-input.js';
import type { RenderedDocument } from './renderer.js';

/**
 * Renders documents in worker threads. So no request waits a tenth of a second for another's document, and
 * the renderer uses no memory while there is nothing to print.
 */
export class RenderPool {
  private readonly pool = new Threads<DocumentInput, RenderedDocument>({
    file: compiledModuleBeside(import.meta.url, 'render.worker.js'),
    name: 'render',
    // A document takes a tenth of a second; the other cores are for requests and the database.
    maxThreads: 2,
    maxWaiting: 100,
    withinMs: 60_000,
    // A document of the largest terms needs a fraction of it; with more memory the collector only runs later.
    memoryMb: 128,
    // A document creates some thirty MB. With 96 MB, enough for all of it, a document takes 4 ms less and
    // each thread 35 MB more.
    youngMb: 48,
    lowPriority: true,
  });

  /** @throws RuleBroken `unavailable` if too many documents wait, or if one takes a minute */
  async render(input: DocumentInput): Promise<RenderedDocument> {
    const { bytes, pages } = await this.pool.run(input);
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), pages };
  }

  /** Number of running threads. */
  get threads(): number {
    return this.pool.count;
  }

  /** Ends the remaining threads. Call it after all callers of `render` have ended. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
