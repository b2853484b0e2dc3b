import { HOUR_MS } from '@siegel/contracts/limits';
import { revenueOf } from '../../nda/money-back.js';
import { ndaDecider } from '../../nda/nda.decider.js';
import type { NdaState } from '../../nda/nda.state.js';
import { isFullyPaid, overallPaymentStatus } from '../../nda/rules/price.js';
import type { History } from './generated-ndas.js';

/**
 * Figures by name and part, for instance `created 2026-11-02` or `revenue`. Figures that are 0 are left out.
 */
export type Counts = Readonly<Record<string, number>>;

export const settledCounts = (figures: ReadonlyMap<string, number>): Counts =>
  Object.fromEntries([...figures].filter(([, value]) => value !== 0).sort());

/** Beginning and end of the official summer time in Berlin. The clocks change at 01:00 UTC. */
const SUMMERS = [
  ['2025-03-30T01:00:00.000Z', '2025-10-26T01:00:00.000Z'],
  ['2026-03-29T01:00:00.000Z', '2026-10-25T01:00:00.000Z'],
  ['2027-03-28T01:00:00.000Z', '2027-10-31T01:00:00.000Z'],
] as const;

/**
 * Returns the day in Berlin, `YYYY-MM-DD`. It uses no library, because a library could have the same fault as
 * the tested code.
 */
export function dayInBerlin(at: string): string {
  const isSummer = SUMMERS.some(([begin, end]) => at >= begin && at < end);
  return new Date(Date.parse(at) + (isSummer ? 2 : 1) * HOUR_MS).toISOString().slice(0, 10);
}

/** Computes the figures from whole histories, using the states of the write model. */
export function recount(histories: readonly History[]): Counts {
  const figures = new Map<string, number>();
  const chains = new Set<string>();
  const add = (key: string, value = 1): void => void figures.set(key, (figures.get(key) ?? 0) + value);
  for (const events of histories) {
    const days = new Map<string, string>();
    const first = (name: string, isSo: boolean, at: string): void => {
      if (isSo && !days.has(name)) days.set(name, dayInBerlin(at));
    };
    let state: NdaState = ndaDecider.initial;
    for (const event of events) {
      state = ndaDecider.evolve(state, event);
      first('signed', state.party1 !== undefined && state.party2 !== undefined, event.at);
      first('paid', isFullyPaid(state), event.at);
    }
    const isLost = state.discarded && state.replacedBy === null;
    if (!chains.has(state.chain) && !isLost) add(`created ${dayInBerlin(state.createdAt)}`);
    chains.add(state.chain);
    for (const [name, day] of days) add(`${name} ${day}`);
    add('revenue', revenueOf([...state.payments[1].counted, ...state.payments[2].counted], state.moneyBack));
    if (state.discarded || state.erasedAt !== null) continue;
    add(`status ${state.status}`);
    const isOpen = [state.payments[1], state.payments[2]].some(({ open }) => open !== undefined);
    if (overallPaymentStatus(state) === 'succeeded') add('all-paid');
    else if (isOpen) add('payment-open');
  }
  return settledCounts(figures);
}
