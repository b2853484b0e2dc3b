import { DAY_MS } from '@siegel/contracts/limits';
import type { WithdrawalState } from '../withdrawal.state.js';

/**
 * Whether what was declared has no further use (rule:withdrawal-key-goes): so many days have passed since. Pure.
 * @param at now, ISO 8601 UTC
 */
export const isPastItsTime = (
  { declaredAt }: Pick<WithdrawalState, 'declaredAt'>,
  at: string,
  days: number,
): boolean => declaredAt !== null && Date.parse(at) >= Date.parse(declaredAt) + days * DAY_MS;
