import type { Pool } from 'pg';
import { releaseJobs } from '../platform/jobs/parked-jobs.js';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';

/** Makes the jobs due that are parked because a stream was closed. */
export class JobReleases {
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
  ) {}

  /** Returns the number of jobs. */
  of(streams: readonly string[]): Promise<number> {
    return releaseJobs(this.pool, streams);
  }

  /** Releases the jobs of a stream that was found open, in the background. */
  opened(stream: string): void {
    const release = this.of([stream])
      .catch((error: unknown) =>
        this.logger.warn(
          { stream, ...describeError(error) },
          'The jobs that waited for this stream could not be released. The service tries again within a few minutes.',
        ),
      )
      .finally(() => this.running.delete(release));
    this.running.add(release);
  }

  /** Waits for releases that are under way. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }
}
