import { DAY_MS } from '@siegel/contracts/limits';
import type { Clock } from '../../../platform/time/clock.js';
import { type DoubleAnswer, DoubleRefusal } from './double-answer.js';

interface KeptAnswer {
  readonly at: number;
  readonly request: string;
  readonly answer: DoubleAnswer;
}

/**
 * Stores responses under the idempotency keys of their requests. As at Stripe, a stored response is valid for
 * a day. A response that `work` returns is stored, even if it is a failure. If `work` throws a refusal, for
 * instance of wrong parameters, nothing is stored.
 */
export class IdempotencyKeys {
  private readonly kept = new Map<string, KeptAnswer>();

  constructor(private readonly clock: Clock) {}

  /**
   * @param request method, path and body of the request
   * @throws DoubleRefusal idempotency_error if a different request has used the key
   */
  answer(key: string | undefined, request: string, work: () => DoubleAnswer): DoubleAnswer {
    if (key === undefined) return work();
    const at = this.clock.now().getTime();
    const known = this.kept.get(key);
    if (known !== undefined && at - known.at < DAY_MS) {
      if (known.request !== request) throw new DoubleRefusal(400, { type: 'idempotency_error' });
      const { answer } = known;
      return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } };
    }
    const answer = work();
    this.kept.set(key, { at, request, answer });
    return answer;
  }
}
