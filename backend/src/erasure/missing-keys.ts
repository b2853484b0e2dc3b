import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import type { Clock } from '../platform/time/clock.js';
import type { Logger } from '../platform/logging/logger.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { countMissingKeys, COUNTED_MAX, holdsKeys } from '../vault/missing-keys.js';
import { VOUCHER_STREAM_PREFIX } from '../voucher/voucher.events.js';
import { WITHDRAWAL_STREAM_PREFIX } from '../withdrawals/model/withdrawal.events.js';

/**
 * Thrown if the event store holds agreements but the database holds no keys. New keys would be created in the
 * wrong database.
 */
class DatabaseWithoutKeys extends OperatorError {
  constructor() {
    super(
      'The event store holds agreements, but this database holds none of their keys: it is empty, or belongs to another event store. Nothing was changed.\n' +
        'Set DATABASE_URL to the right database, or restore its backup (docs/operations/backup.md).\n' +
        'Only if the keys are lost for good: start with START_WITHOUT_KEYS=true. The agreements in the event store then stay unreadable.',
    );
  }
}

/**
 * Refuses a database without keys if the event store holds streams that have keys. Call this before anything
 * is written (rule:missing-is-not-erased).
 * @throws DatabaseWithoutKeys
 */
export async function refuseWithoutKeys(pool: Pool, store: Pick<EventStore, 'readAll'>): Promise<void> {
  if (await holdsKeys(pool)) return;
  const streamPrefixes = [NDA_STREAM_PREFIX, VOUCHER_STREAM_PREFIX, WITHDRAWAL_STREAM_PREFIX];
  for await (const { events } of store.readAll({ after: undefined, streamPrefixes, batchSize: 1 }))
    if (events.length > 0) throw new DatabaseWithoutKeys();
}

/** Milliseconds for which a count stays valid. */
const COUNT_VALID_MS = 60_000;

/** The warning; undefined if no key is missing. */
export function missingKeysWarning(count: number): string | undefined {
  if (count === 0) return undefined;
  const many = count === COUNTED_MAX ? `${COUNTED_MAX} or more` : String(count);
  return `The keys of ${many} agreements or vouchers are missing: this database was restored to a state from before they were created. Restore a newer backup of the database.`;
}

/**
 * Counts the keys that this database lacks. It warns the operator until these keys are restored or destroyed.
 */
export class MissingKeys {
  private count = 0;
  private countedAt = 0;
  private counting: Promise<void> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  /** Logs the warning at a start, once the log was read. */
  async tell(): Promise<void> {
    await this.recount();
    const warning = missingKeysWarning(this.count);
    if (warning !== undefined) this.logger.warn({ missing: this.count }, warning);
  }

  /**
   * Returns the current warning; undefined while no key is missing. The warning may be up to a minute old, no
   * matter how often it is requested.
   */
  warning(): string | undefined {
    if (this.count > 0 && this.clock.now().getTime() - this.countedAt >= COUNT_VALID_MS)
      this.counting ??= this.recount()
        .catch(() => undefined)
        .finally(() => {
          this.counting = undefined;
        });
    return missingKeysWarning(this.count);
  }

  private async recount(): Promise<void> {
    this.countedAt = this.clock.now().getTime();
    this.count = await countMissingKeys(this.pool);
  }
}
