import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';

const EVERY_MS = 60_000;

export interface ErasuresOnHoldParts {
  /**
   * Compares the list with the streams again (`applyListedErasures`). Calls `onClosed` for each stream whose line
   * still has to wait.
   */
  readonly compare: (onClosed: (stream: string) => void) => Promise<unknown>;
  /** True if this process knows that the stream, or the records about it, are closed. */
  readonly isClosed: (stream: string) => boolean;
  /** True if the operator ended the stream, and the records about it can take what the line says. */
  readonly isEnded: (stream: string) => boolean;
  readonly logger: Logger;
  readonly everyMs?: number;
}

/**
 * Repeats the comparison with the list of erasures once a stream is open, or ended, whose line had to wait
 * (rule:erasures-survive-a-restore). Each backend does this for its own list, because other backends do not have
 * it. Every start compares too, so nothing is lost if the backend stops before.
 */
export class ErasuresOnHold {
  private streams = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly parts: ErasuresOnHoldParts) {}

  /** Notes a stream whose line has to wait. */
  readonly add = (stream: string): void => void this.streams.add(stream);

  start(): void {
    this.timer ??= setInterval(() => this.tick(), this.parts.everyMs ?? EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Compares again if one of the streams may be open, or was ended. */
  async run(): Promise<void> {
    const { compare, isClosed, isEnded, logger } = this.parts;
    if (![...this.streams].some((stream) => isEnded(stream) || !isClosed(stream))) return;
    const before = this.streams;
    this.streams = new Set();
    try {
      await compare(this.add);
    } catch (error) {
      for (const stream of before) this.add(stream);
      logger.warn(
        describeError(error),
        'The list of erasures could not be compared with the streams that were repaired. The service tries again every minute, and at the next start.',
      );
    }
  }

  private tick(): void {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
  }
}
