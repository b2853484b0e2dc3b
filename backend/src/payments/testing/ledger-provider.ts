import { HOUR_MS } from '@siegel/contracts/limits';
import type { Clock } from '../../platform/time/clock.js';
import {
  type IntentReport,
  type IntentRequest,
  NothingMade,
  type OpenedIntent,
  type PaymentProvider,
  type Period,
  ProviderFailed,
} from '../provider.js';

/**
 * The fault of one call to the provider. `none`: the call succeeds. `lost`: the call does not arrive.
 * `unanswered`: the provider handles the call, but its response is lost. `kept failure`: if the call requests
 * a new intent, it fails, and the provider stores the failure under the idempotency key. Any other call
 * succeeds.
 */
export type Fault = 'none' | 'lost' | 'unanswered' | 'kept failure';

export interface LedgerIntent extends Pick<IntentRequest, 'ndaId' | 'party' | 'attempt'> {
  readonly id: string;
  readonly madeAt: number;
  status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  amount: number;
  refunded: number;
  chargeback: IntentReport['chargeback'];
}

/**
 * Milliseconds for which the provider stores an idempotency key. The real provider stores it for the same
 * time.
 */
const KEY_MS = 24 * HOUR_MS;

/**
 * A payment provider in memory. Its calls may fail. Tests compare our recorded events with the provider's
 * books.
 */
export class LedgerProvider implements PaymentProvider {
  readonly name = 'stripe';
  readonly publishableKey = 'pk_ledger';
  readonly intents: LedgerIntent[] = [];
  private readonly keys = new Map<string, { at: number; made: LedgerIntent | undefined }>();

  constructor(
    private readonly clock: Clock,
    private readonly fault: () => Fault,
  ) {}

  open({ ndaId, party, attempt, amount, idempotencyKey }: IntentRequest): Promise<OpenedIntent> {
    return this.called((keepsFailure) => {
      const at = this.clock.now().getTime();
      const known = this.keys.get(idempotencyKey);
      if (known !== undefined && at - known.at < KEY_MS) {
        if (known.made === undefined) throw new NothingMade('a failure that is kept under the key');
        return opened(known.made);
      }
      if (keepsFailure) {
        this.keys.set(idempotencyKey, { at, made: undefined });
        throw new ProviderFailed('a failure that is kept under the key');
      }
      const id = `pi_${this.intents.length + 1}`;
      const made: LedgerIntent = {
        id,
        ndaId,
        party,
        attempt,
        amount,
        madeAt: at,
        status: 'open',
        refunded: 0,
        chargeback: null,
      };
      this.intents.push(made);
      this.keys.set(idempotencyKey, { at, made });
      return opened(made);
    });
  }

  reopen(id: string): Promise<OpenedIntent | undefined> {
    return this.called(() => {
      const intent = this.intent(id);
      return intent && opened(intent);
    });
  }

  lookUp(id: string): Promise<IntentReport | undefined> {
    return this.called(() => {
      const intent = this.intent(id);
      return intent && reportOf(intent);
    });
  }

  cancel(id: string): Promise<IntentReport | undefined> {
    return this.called(() => {
      const intent = this.intent(id);
      if (intent?.status === 'open') intent.status = 'cancelled';
      return intent && reportOf(intent);
    });
  }

  async *list({ from, until }: Period): AsyncIterable<IntentReport> {
    for (const intent of this.intents)
      if (intent.madeAt >= from.getTime() && intent.madeAt < until.getTime()) yield reportOf(intent);
  }

  /** Ignores the requested period, because the books do not record when a refund or dispute happened. */
  async *listRefundedOrDisputed(): AsyncIterable<IntentReport> {
    for (const intent of this.intents)
      if (intent.refunded > 0 || intent.chargeback !== null) yield reportOf(intent);
  }

  private intent(id: string): LedgerIntent | undefined {
    return this.intents.find((one) => one.id === id);
  }

  private async called<T>(work: (keepsFailure: boolean) => T): Promise<T> {
    const fault = this.fault();
    if (fault === 'lost') throw new ProviderFailed('lost on the way');
    const answer = work(fault === 'kept failure');
    if (fault === 'unanswered') throw new ProviderFailed('lost on the way back');
    return answer;
  }
}

const opened = ({ id }: LedgerIntent): OpenedIntent => ({
  paymentIntentId: id,
  clientSecret: `${id}_secret`,
});

export const reportOf = (intent: LedgerIntent): IntentReport => ({
  paymentIntentId: intent.id,
  ndaId: intent.ndaId,
  party: intent.party,
  attempt: intent.attempt,
  status: intent.status,
  amount: intent.amount,
  currency: 'EUR',
  code: null,
  declines: 0,
  refunded: intent.refunded,
  chargeback: intent.chargeback,
  cardLastDigits: intent.status === 'succeeded' ? '4242' : null,
});
