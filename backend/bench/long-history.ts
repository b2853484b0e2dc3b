import { PRICE_FOR_BOTH } from '@siegel/contracts/limits';
import type { Infrastructure } from '#src/app/infrastructure';
import type { NdaEvent } from '#src/nda/nda.events';
import { contextNow, type TrueNda, trueNda } from './true-ndas.js';

/** Events of one attempt to pay, with the change of mode before it. */
const ATTEMPT_EVENTS = 4;
const BATCH = 500;

const attempt = (n: number): NdaEvent[] => {
  const about = { party: 1, attempt: n } as const;
  const money = { amount: PRICE_FOR_BOTH, currency: 'EUR', provider: 'sandbox' } as const;
  return [
    { type: 'SigningMadeRemote', open: { party1PaysForBoth: true } },
    { type: 'PaymentRequested', open: { ...about, ...money } },
    { type: 'PaymentIntentOpened', open: { ...about, provider: 'sandbox', paymentIntentId: `pi_${n}` } },
    { type: 'PaymentFailed', open: { ...about, paymentIntentId: `pi_${n}`, code: 'cancelled', final: true } },
  ];
};

/**
 * Writes an NDA that was signed by Party 1 and then tried to pay again and again.
 * @param length of its stream in events, to the next multiple of 4, and 2
 */
export async function writeLongHistory(
  { journal }: Pick<Infrastructure, 'journal'>,
  length: number,
): Promise<TrueNda> {
  const nda = trueNda('0'.repeat(64));
  let { head } = await journal.load<NdaEvent>(nda.stream);
  const append = async (events: readonly NdaEvent[]): Promise<void> => {
    const last = (await journal.append(head, events, contextNow())).at(-1);
    if (last !== undefined) head = { ...head, revision: last.revision, hash: last.hash, at: last.at };
  };
  await append(nda.appends.slice(0, 2).flat());
  const attempts = Math.ceil((length - 2) / ATTEMPT_EVENTS);
  const often = Array.from({ length: attempts }, (_, n) => attempt(n + 1)).flat();
  for (let from = 0; from < often.length; from += BATCH) await append(often.slice(from, from + BATCH));
  return nda;
}
