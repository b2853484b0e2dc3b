import { DAY_MS } from '@siegel/contracts/limits';
import type { WithdrawalState } from '../withdrawal.state.js';

/**
 * True if the retention of a declaration is over, because the withdrawal was declared at least this many days
 * ago (rule:withdrawal-key-goes). Pure.
 * @param at now, ISO 8601 UTC
 */
export const isRetentionOver = (
  { declaredAt }: Pick<WithdrawalState, 'declaredAt'>,
  at: string,
  days: number,
): boolean => declaredAt !== null && Date.parse(at) >= Date.parse(declaredAt) + days * DAY_MS;
