import type { Pool } from 'pg';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import { type TamperedFigures, tamperedFigures } from '../proof/endless/tampered-streams.js';

const REMEDY =
  'See SiegelTamperingFound in docs/operations.md. docs/operations/repairing-a-stream.md leads to a stream that works again.';

/** Returns the warning about what is broken in the log; undefined if nothing is. */
export function tamperedText({ streams, isTreeBroken }: TamperedFigures): string | undefined {
  if (streams > 0)
    return `Events of ${streams === 1 ? '1 stream' : `${streams} streams`}, or stored files that these events name, are not as this service wrote them. ${REMEDY}`;
  return isTreeBroken ? `The tree over the log is not as this service wrote it. ${REMEDY}` : undefined;
}

/**
 * Warns as long as the table names a stream in which something is broken (rule:tampering-is-told). Every backend
 * says the same. A warning is returned at once, so it is the one that the request before asked for.
 */
export class TamperedWarning {
  private known: string | undefined;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly logger: Pick<Logger, 'debug'>,
  ) {}

  get(): string | undefined {
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    return this.known;
  }

  /** Resolves when no query is under way. */
  async settled(): Promise<void> {
    await this.asking;
  }

  private async ask(): Promise<void> {
    try {
      this.known = tamperedText(await tamperedFigures(this.pool));
    } catch (error) {
      // A probe reports that the database is away.
      this.logger.debug(describeError(error), 'the number of tampered streams could not be read');
    }
  }
}
