import { compiledBeside, Threads } from '../../platform/process/threads.js';
import type { DocumentInput } from './document-input.js';
import type { RenderedDocument } from './renderer.js';

/**
 * Renders in threads of its own, so that nobody's request waits a tenth of a second for somebody's document,
 * and so that the renderer takes no memory while there is nothing to print.
 */
export class RenderPool {
  private readonly pool = new Threads<DocumentInput, RenderedDocument>({
    file: compiledBeside(import.meta.url, 'render.worker.js'),
    name: 'render',
    // A document takes a tenth of a second; the rest of the machine belongs to requests and the database.
    most: 2,
    waiting: 100,
    withinMs: 60_000,
    // A document of the largest terms needs a fraction of it; with more the collector only tidies up later.
    memoryMb: 128,
    // A document makes some thirty. Where all of them fit (96), it takes 4 ms less and each thread holds 35 more.
    youngMb: 48,
    yields: true,
  });

  /** @throws RuleBroken `unavailable` where too many documents wait, or one takes a minute */
  async render(input: DocumentInput): Promise<RenderedDocument> {
    const { bytes, pages } = await this.pool.run(input);
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), pages };
  }

  /** Threads that are there now. */
  get threads(): number {
    return this.pool.count;
  }

  /** Ends what is left, after whoever renders has ended. */
  close(): Promise<void> {
    return this.pool.close();
  }
}
