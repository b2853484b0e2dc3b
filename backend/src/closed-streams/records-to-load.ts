import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';

/** The streams whose records were put back, and are not loaded yet. Loads one after the other. */
export class RecordsToLoad {
  private readonly waiting = new Set<string>();
  private beingLoaded: string | undefined;
  private loading: Promise<void> | undefined;

  constructor(
    private readonly loadOne: (stream: string) => Promise<void>,
    private readonly logger?: Logger,
  ) {}

  /** Adds a stream, and begins to load its records. Never throws. */
  add(stream: string): void {
    this.waiting.add(stream);
    void this.load();
  }

  /** True until the records about the stream are loaded. */
  has(stream: string): boolean {
    return this.waiting.has(stream) || this.beingLoaded === stream;
  }

  /** Loads all of them. Records that cannot be loaded now stay. Never rejects. */
  load(): Promise<void> {
    this.loading ??= this.loadAll().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  /** Resolves when no load is under way. */
  async settled(): Promise<void> {
    await this.loading;
  }

  private async loadAll(): Promise<void> {
    for (const stream of this.waiting) {
      this.waiting.delete(stream);
      this.beingLoaded = stream;
      try {
        await this.loadOne(stream);
      } catch (error) {
        this.waiting.add(stream);
        this.logger?.warn(
          { stream, ...describeError(error) },
          'The records about this stream were repaired, and cannot be loaded now. The stream stays closed, and the service tries again every minute.',
        );
        return;
      } finally {
        this.beingLoaded = undefined;
      }
    }
  }
}
