import type { ObligationKind } from '@siegel/contracts/enums';
import { OBLIGATION_KINDS, SERVICE_OBLIGATIONS } from '@siegel/contracts/enums';
import type { ObligationView, Page } from '@siegel/contracts/admin/views';
import type { Pool } from 'pg';
import { type EndedFacts, STREAM_ENDED } from '../closed-streams/ended-obligations.js';
import { ndaStream } from '../nda/nda.events.js';
import type { Clock } from '../platform/time/clock.js';
import { sha256Hex } from '../platform/crypto/sha256.js';
import { ndasOwing, OPEN_OBLIGATIONS } from '../agreements/owed/obligations-in-rows.js';
import type { DigestKind } from '../mail/kinds/digest.js';
import { obligationView } from './obligation-view.js';

/** Milliseconds after which the operator is informed that work of the service is still owed. */
export const LATE_MS = 3_600_000;

/**
 * An SQL query for obligations that NDAs' streams do not record. The query has the columns of `COLUMNS`, and
 * reads only open obligations. `$1` is the current time, `$2` what the records say about ended streams
 * (`EndedFacts`).
 */
export interface ObligationQuery {
  readonly sql: string;
}

/** Columns that every query for obligations has. `since` and `next_try_at` are text: ISO 8601 UTC. */
const COLUMNS =
  'id, kind, nda_id, party, reference, amount, currency, since, attempts, last_error, next_try_at';

/**
 * Sorts the oldest obligation first. The columns after `since` make the order of equally old obligations
 * definite.
 */
const ORDER = 'since, id, kind, party';

/** The kept reports of ended streams, of which neither a stream nor a row says anything. */
const REPORTS_OF_ENDED = `SELECT id, kind, "ndaId" AS nda_id, party, reference, NULL::integer AS amount,
    NULL::text AS currency, since, 0 AS attempts, '${STREAM_ENDED}' AS last_error, NULL::text AS next_try_at
  FROM jsonb_to_recordset($2::jsonb -> 'reports')
    AS kept(id uuid, kind text, "ndaId" uuid, party integer, reference text, since text)`;

/** The service fulfils no obligation of these kinds in an ended stream. Its key goes by a word of the operator. */
const ENDS_WITH_STREAM = SERVICE_OBLIGATIONS.filter((kind) => kind !== 'key-destruction')
  .map((kind) => `'${kind}'`)
  .join(', ');

/**
 * False for what is owed no longer although the row says so, because nothing more can be recorded in an ended
 * stream (rule:ended-streams-owe-until-a-word).
 */
const STILL_OWED = `CASE
    WHEN kind = 'key-destruction' THEN nda_id IS NULL OR NOT $2::jsonb -> 'withoutKey' ? ('${ndaStream('')}' || nda_id)
    WHEN $2::jsonb -> 'over' -> ('${ndaStream('')}' || nda_id) ? id::text THEN false
    ELSE nda_id IS NULL OR kind NOT IN (${ENDS_WITH_STREAM}) OR NOT $2::jsonb -> 'ended' ? ('${ndaStream('')}' || nda_id)
  END`;

/** Figures about the open obligations of one kind. */
export interface OwedFigures {
  readonly kind: ObligationKind;
  readonly count: number;
  /** Age of the oldest open obligation in seconds; 0 if no obligation is open. */
  readonly oldestSeconds: number;
}

/** Number of obligations that the digest names by id, for each kind. */
const NAMED = 5;

/** Reads all open obligations (rule:obligations). The list, the metric and the digest share one query. */
export class Owed {
  private readonly owed: string;
  private readonly pageQuery: { readonly name: string; readonly text: string };

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
    queries: readonly ObligationQuery[],
    private readonly ended: () => EndedFacts,
  ) {
    const parts = [OPEN_OBLIGATIONS, ...queries.map(({ sql }) => sql), REPORTS_OF_ENDED];
    const all = parts.map((sql) => `SELECT ${COLUMNS} FROM (${sql}) part`).join(' UNION ALL ');
    this.owed = `owed AS MATERIALIZED (SELECT * FROM (${all}) every WHERE ${STILL_OWED})`;
    const text = `WITH ${this.owed}, wanted AS MATERIALIZED (SELECT * FROM owed
         WHERE kind = ANY ($3::text[]) AND ($6::uuid IS NULL OR nda_id = $6)),
       page AS (SELECT * FROM wanted ORDER BY ${ORDER} LIMIT $4 OFFSET $5)
       SELECT (SELECT count(*)::int FROM wanted) AS total,
         (SELECT coalesce(json_agg(page ORDER BY ${ORDER}), '[]') FROM page) AS items`;
    // The database needs ten times as long to plan this query as to execute it. A query with a name is
    // planned only once per connection.
    this.pageQuery = { name: `owed-page-${sha256Hex(Buffer.from(text)).slice(0, 16)}`, text };
  }

  /**
   * @param page counted from 1
   * @param ndaId limits the page to one NDA. Without it, the page covers all obligations, including those
   * that concern no NDA
   */
  async page(
    page: number,
    pageSize: number,
    kinds: readonly ObligationKind[],
    ndaId?: string,
  ): Promise<Page<ObligationView>> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ total: number; items: Row[] }>({
      ...this.pageQuery,
      values: [...this.known(now), kinds, pageSize, (page - 1) * pageSize, ndaId ?? null],
    });
    const [found = { total: 0, items: [] }] = rows;
    return { items: found.items.map((row) => viewOf(row, now)), total: found.total, page, pageSize };
  }

  /** Returns the parameters that each query for obligations has. */
  private known(now: Date): [Date, string] {
    return [now, JSON.stringify(this.ended())];
  }

  /**
   * True if this is the id of an open obligation that no NDA's stream records. The service itself completes
   * such an obligation.
   */
  async isOwed(id: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ owed: boolean }>(
      `WITH ${this.owed} SELECT EXISTS (
         SELECT FROM owed WHERE id = $3 AND (nda_id IS NULL OR kind = 'settlement')) AS owed`,
      [...this.known(this.clock.now()), id],
    );
    return rows[0]?.owed === true;
  }

  /**
   * Returns the id of the NDA in which the event with this id opened an obligation, even if the obligation is
   * closed now. The result has more than one id only if somebody has tampered with rows.
   */
  ndasOwing(id: string): Promise<readonly string[]> {
    return ndasOwing(this.pool, id);
  }

  /** Returns figures for every kind, including kinds without open obligations. */
  async figures(): Promise<readonly OwedFigures[]> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ kind: string; count: number; since: string }>(
      `WITH ${this.owed} SELECT kind, count(*)::int AS count, min(since) AS since FROM owed GROUP BY kind`,
      this.known(now),
    );
    return OBLIGATION_KINDS.map((kind) => {
      const found = rows.find((row) => row.kind === kind);
      if (found === undefined) return { kind, count: 0, oldestSeconds: 0 };
      const oldestSeconds = Math.max(0, (now.getTime() - Date.parse(found.since)) / 1000);
      return { kind, count: found.count, oldestSeconds };
    });
  }

  /**
   * Returns the obligations that a person has to close, and the obligations that the service has been working
   * on for more than an hour.
   */
  async forOperator(): Promise<readonly DigestKind[]> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<DigestKind>(
      `WITH ${this.owed}, told AS (
         SELECT id, kind, since, row_number() OVER (PARTITION BY kind ORDER BY ${ORDER}) AS place FROM owed
         WHERE kind <> ALL ($3::text[]) OR since < $4)
       SELECT kind, count(*)::int AS count,
         json_agg(json_build_object('id', id, 'since', since) ORDER BY place) FILTER (WHERE place <= ${NAMED}) AS oldest
       FROM told GROUP BY kind`,
      [...this.known(now), SERVICE_OBLIGATIONS, new Date(now.getTime() - LATE_MS).toISOString()],
    );
    return OBLIGATION_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind));
  }
}

interface Row {
  readonly id: string;
  readonly kind: ObligationKind;
  readonly nda_id: string | null;
  readonly party: 1 | 2 | null;
  readonly reference: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly since: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly next_try_at: string | null;
}

const viewOf = (
  { nda_id: ndaId, last_error: lastError, next_try_at: nextTryAt, ...row }: Row,
  now: Date,
): ObligationView => obligationView({ ...row, ndaId, lastError, nextTryAt }, now.toISOString());
