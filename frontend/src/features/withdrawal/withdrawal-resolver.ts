import type { FieldErrors, Resolver } from 'react-hook-form';
import type { WithdrawalForm } from './withdrawal-form-values.js';

/**
 * Loads the validation rules. They are loaded only when the user begins to fill in the form, because they
 * need two libraries. No field is checked earlier.
 */
export const loadRules = () => import('./withdrawal-rules.js');

const NEEDED = ['name', 'email', 'reference'] as const;

/**
 * Resolver for react-hook-form. In each error, both `type` and `message` are the i18n key. If the rules
 * cannot be loaded, only empty fields are reported. The server checks everything anyway, so the user can
 * still withdraw.
 */
export const withdrawalResolver: Resolver<WithdrawalForm> = async (values) => {
  const errors: FieldErrors<WithdrawalForm> = {};
  try {
    const { problemsOf } = await loadRules();
    for (const { field, code } of problemsOf(values)) errors[field] ??= { type: code, message: code };
  } catch {
    const missing = 'validation.required';
    for (const field of NEEDED)
      if (values[field].trim() === '') errors[field] = { type: missing, message: missing };
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
};
