import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Party } from '@siegel/contracts/enums';
import type { Pool, PoolClient } from 'pg';
import type { Clock } from '../../platform/time/clock.js';
import { transaction } from '../../platform/postgres/pool.js';
import type { JobRequest } from '../../platform/jobs/job.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';
import {
  type IntentReport,
  type IntentRequest,
  NothingMade,
  type OpenedIntent,
  type PaymentProvider,
  type Period,
  ProviderFailed,
} from '../provider.js';
import { cardOutcome, type SandboxCard } from './test-cards.js';

export const SANDBOX_REPORT_TASK = 'report-sandbox-payment';
/** Pattern for the id of a sandbox intent. */
export const SANDBOX_INTENT = /^pi_sandbox_[0-9a-f]{24}$/;

interface IntentRow {
  readonly id: string;
  readonly nda_id: string;
  readonly party: Party;
  readonly attempt: number;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'open' | 'succeeded' | 'cancelled';
  readonly code: string | null;
  readonly tries: number;
}

/** Adds a job in the caller's transaction. */
export type Enqueue = (client: PoolClient, job: JobRequest & { readonly key: string }) => Promise<void>;

/**
 * A payment provider that moves no money. It behaves like a real provider: it has test cards, declines, a
 * second step for some cards, and delayed reports. An intent's secret is derived and not stored
 * (rule:client-secret-is-never-stored).
 */
export class SandboxProvider implements PaymentProvider {
  readonly name = 'sandbox';
  readonly publishableKey = 'pk_sandbox';

  constructor(
    private readonly pool: Pool,
    private readonly keyedHash: KeyedHash,
    private readonly clock: Clock,
    private readonly enqueue: Enqueue,
    /**
     * False if a real provider has replaced the sandbox. The sandbox's open intents then end, and the sandbox
     * accepts no more cards.
     */
    readonly takesCards = true,
  ) {}

  async open(request: IntentRequest): Promise<OpenedIntent> {
    const { ndaId, party, attempt, amount, currency, idempotencyKey } = request;
    const values = [
      `pi_sandbox_${randomBytes(12).toString('hex')}`,
      idempotencyKey,
      ndaId,
      party,
      attempt,
      amount,
      currency,
      this.clock.now(),
    ];
    await this.pool.query(
      `INSERT INTO sandbox_payment_intents (id, idempotency_key, nda_id, party, attempt, amount, currency, status, tries, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', 0, $8) ON CONFLICT (idempotency_key) DO NOTHING`,
      values,
    );
    const { rows } = await this.pool.query<IntentRow>(
      'SELECT * FROM sandbox_payment_intents WHERE idempotency_key = $1',
      [idempotencyKey],
    );
    const known = rows[0];
    if (known === undefined) throw new ProviderFailed('sandbox: the intent is gone');
    if (!isAskedAs(known, request)) throw new NothingMade('sandbox: the key stands for something else');
    return { paymentIntentId: known.id, clientSecret: this.clientSecret(known.id) };
  }

  async reopen(paymentIntentId: string): Promise<OpenedIntent | undefined> {
    const known = await this.lookUp(paymentIntentId);
    return known && { paymentIntentId, clientSecret: this.clientSecret(paymentIntentId) };
  }

  async *list({ from, until }: Period): AsyncIterable<IntentReport> {
    const { rows } = await this.pool.query<IntentRow>(
      'SELECT * FROM sandbox_payment_intents WHERE created_at >= $1 AND created_at < $2 ORDER BY created_at, id',
      [from, until],
    );
    for (const row of rows) yield reportOf(row);
  }

  /** The sandbox has no refunds or disputes. */
  async *listRefundedOrDisputed(): AsyncIterable<IntentReport> {
    yield* [];
  }

  async lookUp(paymentIntentId: string): Promise<IntentReport | undefined> {
    const { rows } = await this.pool.query<IntentRow>('SELECT * FROM sandbox_payment_intents WHERE id = $1', [
      paymentIntentId,
    ]);
    return rows[0] === undefined ? undefined : reportOf(rows[0]);
  }

  /**
   * Returns the code with which the nth card for an intent was refused. The first card has the number 1.
   * Returns null if the card was not refused, and undefined if no such card was entered.
   */
  async refusal(paymentIntentId: string, nth: number): Promise<string | null | undefined> {
    const { rows } = await this.pool.query<{ code: string | null }>(
      'SELECT coalesce(refusals[$2], code) AS code FROM sandbox_payment_intents WHERE id = $1 AND $2 BETWEEN 1 AND tries',
      [paymentIntentId, nth],
    );
    return rows[0]?.code;
  }

  async cancel(paymentIntentId: string): Promise<IntentReport | undefined> {
    await this.pool.query(
      "UPDATE sandbox_payment_intents SET status = 'cancelled' WHERE id = $1 AND status = 'open'",
      [paymentIntentId],
    );
    return this.lookUp(paymentIntentId);
  }

  /**
   * Handles a card that was entered in the card form. A job reports the outcome to the NDA, as a real
   * provider's webhook would. The transaction that stores the outcome also enqueues the job.
   * @throws RuleBroken not_found if another provider has replaced the sandbox; payment_unknown,
   * card_declined, card_invalid
   */
  async confirm(
    clientSecret: string,
    card: SandboxCard,
  ): Promise<{ status: 'succeeded' | 'requires_action' }> {
    if (!this.takesCards) throw new RuleBroken('not_found');
    const id = this.intentOf(clientSecret);
    const refused = await transaction(this.pool, async (client) => {
      const { rows } = await client.query<IntentRow>(
        'SELECT * FROM sandbox_payment_intents WHERE id = $1 FOR UPDATE',
        [id],
      );
      const intent = rows[0];
      if (intent === undefined || intent.status === 'cancelled') throw new RuleBroken('payment_unknown');
      if (intent.status === 'succeeded') return 'succeeded';
      const outcome = cardOutcome(card, this.clock.now());
      if (outcome.kind === 'requires_action') return 'requires_action';
      const status = outcome.kind === 'succeeded' ? 'succeeded' : 'open';
      const code = outcome.kind === 'refused' ? outcome.code : null;
      await client.query(
        `UPDATE sandbox_payment_intents SET status = $2, code = $3, tries = tries + 1, refusals[tries + 1] = $3
         WHERE id = $1`,
        [id, status, code],
      );
      await this.enqueue(client, {
        task: SANDBOX_REPORT_TASK,
        payload: { paymentIntentId: id, code, nth: intent.tries + 1 },
        key: `sandbox:${id}:${intent.tries + 1}`,
      });
      return outcome.kind === 'refused' ? new RuleBroken(outcome.code) : 'succeeded';
    });
    if (refused instanceof RuleBroken) throw refused;
    return { status: refused };
  }

  private clientSecret(id: string): string {
    return `${id}_secret_${this.keyedHash.of('sandbox', id).slice(0, 32)}`;
  }

  private intentOf(clientSecret: string): string {
    const id = clientSecret.split('_secret_')[0] ?? '';
    const expected = Buffer.from(this.clientSecret(id));
    const given = Buffer.from(clientSecret);
    if (expected.length !== given.length || !timingSafeEqual(expected, given))
      throw new RuleBroken('payment_unknown');
    return id;
  }
}

/** True if the earlier request with the same idempotency key had the same values as this request. */
const isAskedAs = (row: IntentRow, { ndaId, party, attempt, amount, currency }: IntentRequest): boolean =>
  row.nda_id === ndaId &&
  row.party === party &&
  row.attempt === attempt &&
  row.amount === amount &&
  row.currency === currency;

const reportOf = (row: IntentRow): IntentReport => ({
  paymentIntentId: row.id,
  ndaId: row.nda_id,
  party: row.party,
  attempt: row.attempt,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  code: row.code,
  declines: row.tries,
  refunded: 0,
  chargeback: null,
  cardLastDigits: null,
});
