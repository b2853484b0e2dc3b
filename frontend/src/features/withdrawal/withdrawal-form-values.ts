/** Fields of the form, in the order of the screen. */
export const WITHDRAWAL_FIELDS = ['name', 'email', 'reference', 'message'] as const;
export type WithdrawalField = (typeof WITHDRAWAL_FIELDS)[number];
export type WithdrawalForm = Record<WithdrawalField, string>;

export const isWithdrawalField = (name: string): name is WithdrawalField =>
  (WITHDRAWAL_FIELDS as readonly string[]).includes(name);

/** A field and its error. The error is a key of `validationMessage`. */
export interface WithdrawalProblem {
  readonly field: WithdrawalField;
  readonly code: string;
}
