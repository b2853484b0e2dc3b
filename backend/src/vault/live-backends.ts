import { ownMember } from '@siegel/contracts/own-members';
import type { Pool } from 'pg';
import { describeError } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { transaction } from '../platform/postgres/pool.js';
import {
  adoptSecrets,
  isMasterKeyRetired,
  knownSecretsOf,
  retireReplaced,
  type StoredSecrets,
} from './check-values.js';
import {
  differences,
  forbiddenDifferences,
  type KnownSecrets,
  type SharedSecrets,
} from './rules/shared-secrets.js';

/**
 * Milliseconds between two heartbeats of a backend, and milliseconds without a heartbeat after which a
 * backend counts as dead.
 */
const BEAT_MS = 2000;
const SILENCE_MS = 10_000;

/** A row of the table `live_backends`. */
export interface LiveBackend extends SharedSecrets {
  readonly startedAt: Date;
}

const SEEN = `seen_at > clock_timestamp() - interval '${SILENCE_MS} milliseconds'`;
const COLUMNS = 'known, changing, started_at AS "startedAt"';

/** Returns all backends that serve on this database, in the order in which they started. */
export async function liveBackends(client: Pick<Pool, 'query'>): Promise<LiveBackend[]> {
  const { rows } = await client.query<LiveBackend>(
    `SELECT ${COLUMNS} FROM live_backends WHERE ${SEEN} ORDER BY started_at`,
  );
  return rows;
}

/** True if all serving backends use the same values of the secrets in `names`. */
export async function valuesAgree(client: Pick<Pool, 'query'>, names: readonly string[]): Promise<boolean> {
  const backends = await liveBackends(client);
  return names.every((name) => new Set(backends.map(({ known }) => ownMember(known, name)?.[0])).size <= 1);
}

/** Returns part of a sentence: the number of backends, and the time at which the first backend started. */
export const describeBackends = (backends: readonly LiveBackend[]): string =>
  `${backends.length === 1 ? '1 backend serves' : `${backends.length} backends serve`} on this database (since ${backends[0]?.startedAt.toISOString()})`;

/** A hint for an operator who has just killed a backend. */
export const KILLED_COUNT_ON = `A killed backend still counts for ${SILENCE_MS / 1000} seconds.`;

/**
 * The secrets of this backend differ from the secrets of the serving backends. This backend could not read
 * the data that the serving backends write, or would use other passwords (rule:same-secrets-everywhere).
 */
class SecretsDiffer extends OperatorError {
  constructor(names: readonly string[], free: KnownSecrets, backends: readonly LiveBackend[]) {
    const listed = names.join(', ');
    const ways = [
      'stop the others first',
      ...(names.every((name) => ownMember(free, name) !== undefined)
        ? [`start with CHANGING_SECRETS=${names.join(',')}`]
        : []),
    ];
    super(
      `${describeBackends(backends)} with another value of ${listed}. Give all backends the same value. ` +
        `To replace ${names.length === 1 ? 'it' : 'them'}, ${ways.join(', or ')}; see docs/operations/secrets.md. ` +
        `${KILLED_COUNT_ON} Nothing was changed.`,
    );
  }
}

const single = (values: Readonly<Record<string, string>> = {}): KnownSecrets =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));

export interface LiveBackendParts {
  readonly pool: Pool;
  readonly logger: Logger;
  /** UUID of this backend. */
  readonly id: string;
  /** Secrets on which stored data depends. */
  readonly stored: StoredSecrets & Required<Pick<StoredSecrets, 'master'>>;
  /** Check values of other secrets, by the names of their variables. They may be `changing`. */
  readonly free: Readonly<Record<string, string>>;
  /** Check values of secrets that are replaced only while no backend serves. By default none. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Names of the secrets that may temporarily differ from those of other backends. */
  readonly changing: readonly string[];
  /** Milliseconds between two heartbeats, 2 000 by default. */
  readonly beatMs?: number;
}

/**
 * This backend's entry in the list of backends that serve on its database. With the entry, the backend
 * announces the check values of its secrets, and that it is alive (rule:same-secrets-everywhere).
 */
export class LiveBackendEntry {
  private readonly own: SharedSecrets;
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> | undefined;
  private left = false;
  private differing = '';
  private rotatedOut = false;

  constructor(private readonly parts: LiveBackendParts) {
    const { stored, free, fixed, changing } = parts;
    this.own = { known: { ...knownSecretsOf(stored), ...single(fixed), ...single(free) }, changing };
  }

  /**
   * Adds this backend to the list of serving backends. The backend stays in the list until `leave` is called.
   * If `join` rejects, the backend has not joined.
   * @throws SecretsDiffer, SecretMismatch, MasterKeyHalfReplaced
   */
  async join(): Promise<void> {
    const { pool, id, stored, free } = this.parts;
    await transaction(pool, async (client) => {
      // Until this transaction ends, the call also blocks other processes that start or that retire a secret.
      await adoptSecrets(client, stored);
      await client.query(`DELETE FROM live_backends WHERE NOT ${SEEN}`);
      const others = await liveBackends(client);
      const unfit = others.filter((other) => forbiddenDifferences(this.own, other).length > 0);
      if (unfit.length > 0) {
        const names = new Set(unfit.flatMap((other) => forbiddenDifferences(this.own, other)));
        throw new SecretsDiffer([...names], single(free), unfit);
      }
      await retireReplaced(client, stored);
      await client.query('INSERT INTO live_backends (id, known, changing) VALUES ($1, $2, $3)', [
        id,
        this.own.known,
        this.own.changing,
      ]);
    });
    this.schedule();
  }

  /** Returns a warning for an operator; undefined while all backends have the same secrets. */
  warning(): string | undefined {
    return this.differing === ''
      ? undefined
      : `${this.differing}: another backend on this database has another value. Unless you are replacing it, give all backends the same value and restart them.`;
  }

  /** Rejects if data keys were rewrapped with another master key while this backend was suspended. */
  async check(): Promise<void> {
    if (this.rotatedOut)
      throw new Error(
        'MASTER_KEY was replaced while this backend was suspended: restart it with the new MASTER_KEY',
      );
  }

  async leave(): Promise<void> {
    this.left = true;
    clearTimeout(this.timer);
    await this.beating;
    await this.parts.pool
      .query('DELETE FROM live_backends WHERE id = $1', [this.parts.id])
      // If the deletion fails, the row soon counts as dead, because this backend no longer refreshes it.
      .catch((error: unknown) =>
        this.parts.logger.debug(
          describeError(error),
          'the row of this backend in live_backends could not be deleted; it will expire',
        ),
      );
  }

  private schedule(): void {
    if (this.left) return;
    this.timer = setTimeout(() => {
      this.beating = this.beat().finally(() => this.schedule());
    }, this.parts.beatMs ?? BEAT_MS);
  }

  /** Refreshes this backend's row. Never rejects. If a refresh fails, the next heartbeat tries again. */
  private async beat(): Promise<void> {
    const { pool, id, stored, logger } = this.parts;
    try {
      const { rows } = await pool.query<LiveBackend>(
        `WITH beat AS (
           INSERT INTO live_backends (id, known, changing) VALUES ($1, $2, $3)
           ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp())
         SELECT ${COLUMNS} FROM live_backends WHERE id <> $1 AND ${SEEN}`,
        [id, this.own.known, this.own.changing],
      );
      this.logDifferences(rows);
      this.rotatedOut = await isMasterKeyRetired(pool, stored.master[0]);
    } catch (error) {
      logger.debug(
        describeError(error),
        'the row of this backend in live_backends could not be refreshed; the next heartbeat tries again',
      );
    }
  }

  /** Logs once that a difference appeared, and once that it is gone. */
  private logDifferences(others: readonly LiveBackend[]): void {
    const names = new Set(others.flatMap((other) => differences(this.own, other)));
    const differing = [...names].toSorted().join(', ');
    if (differing === this.differing) return;
    this.differing = differing;
    const warning = this.warning();
    if (warning === undefined) this.parts.logger.info({}, 'all backends have the same secrets again');
    else this.parts.logger.warn({}, warning);
  }
}
