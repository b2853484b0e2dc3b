import { PENALTY_PRESETS, type PenaltyClause } from '../enums.js';
import { PENALTY_CUSTOM_MAX, PENALTY_CUSTOM_MIN } from '../limits.js';

const CUSTOM = /^custom:([1-9]\d{0,15})$/;

/**
 * Returns the amount of a `custom:<n>` clause in whole EUR. Returns null for a preset or an invalid clause.
 */
export function customPenaltyAmount(clause: unknown): number | null {
  const digits = typeof clause === 'string' ? CUSTOM.exec(clause)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}

export function isPenaltyClause(value: unknown): value is PenaltyClause {
  if ((PENALTY_PRESETS as readonly unknown[]).includes(value)) return true;
  const amount = customPenaltyAmount(value);
  return amount !== null && amount >= PENALTY_CUSTOM_MIN && amount <= PENALTY_CUSTOM_MAX;
}
