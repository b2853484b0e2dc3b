import { compiledModuleBeside, Threads } from '../../platform/process/threads.js';
import type { DocumentInput } from './document-input.js';
import type { RenderedDocument } from './renderer.js';

/**
 * Renders documents in worker threads. Requests therefore do not have to wait a tenth of a second for
 * somebody else's document. The renderer uses no memory while there is nothing to render.
 */
export class RenderPool {
  private readonly pool = new Threads<DocumentInput, RenderedDocument>({
    file: compiledModuleBeside(import.meta.url, 'render.worker.js'),
    name: 'render',
    // Two threads are enough, because a document takes only a tenth of a second. The other cores remain free
    // for requests and the database.
    maxThreads: 2,
    maxWaiting: 100,
    // Far longer than any document takes. On a busy machine, work of low priority waits for everything else.
    withinMs: 180_000,
    // Rendering a document with the longest terms needs a fraction of this memory. A higher limit would only
    // delay the garbage collection.
    memoryMb: 128,
    // Rendering a document allocates some thirty MB. With a limit of 96 MB all of it would fit, and a
    // document would take 4 ms less, but each thread would use 35 MB more.
    youngMb: 48,
    lowPriority: true,
  });

  /**
   * @throws RuleBroken `unavailable` if too many documents are waiting, or if rendering this document takes a
   * minute
   */
  async render(input: DocumentInput): Promise<RenderedDocument> {
    const { bytes, pages } = await this.pool.run(input);
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), pages };
  }

  /** Number of running threads. */
  get threads(): number {
    return this.pool.count;
  }

  /** Ends the remaining threads. Call it once all calls of `render` have ended. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
