import type { Logger } from '../../platform/logging/logger.js';
import { describeError } from '../../platform/logging/describe-error.js';
import type { UntrustedPlace } from './authenticate.js';
import type { ClosedStreams } from './closed-streams.js';
import type { TrustedReader } from './trusted-log.js';

const EVERY_MS = 60_000;
/** Number of closed streams that are loaded at each tick. With more of them, a stream waits for several ticks. */
const AT_ONCE = 200;
/** Milliseconds after which a tick loads no further stream. The next tick continues. */
const MOST_MS = 500;

export interface ReopenStreamsParts {
  readonly log: Pick<TrustedReader, 'load'>;
  readonly closed: ClosedStreams;
  readonly logger: Logger;
  /** Streams that stay closed for good, for instance because the operator ended them. */
  readonly staysClosed?: (stream: string, place: UntrustedPlace) => boolean;
  readonly everyMs?: number;
}

/**
 * Loads the streams that this process knows as closed again and again, at most `AT_ONCE` of them a minute. A
 * stream that was repaired is therefore open on every backend, although only one backend or command repaired it:
 * within two minutes if few streams are closed, and after about an hour if ten thousand are.
 */
export class ReopenStreams {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private waiting: string[] = [];

  constructor(private readonly parts: ReopenStreamsParts) {}

  start(): void {
    this.timer ??= setInterval(() => this.tick(), this.parts.everyMs ?? EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Loads some of the closed streams. A load opens a stream that is whole. */
  async run(): Promise<void> {
    const { closed, log, staysClosed = () => false } = this.parts;
    const began = performance.now();
    if (this.waiting.length === 0) this.waiting = [...closed.streams];
    for (let n = 0; n < AT_ONCE && this.waiting.length > 0; n += 1) {
      const stream = this.waiting.shift() as string;
      const place = closed.placeIn(stream);
      if (place === undefined || staysClosed(stream, place)) continue;
      await log.load(stream);
      if (performance.now() - began > MOST_MS) return;
    }
  }

  private tick(): void {
    this.running ??= this.run()
      .catch((error: unknown) =>
        this.parts.logger.debug(
          describeError(error),
          'closed streams could not be read; they are read again',
        ),
      )
      .finally(() => {
        this.running = undefined;
      });
  }
}
