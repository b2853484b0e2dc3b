import type { FieldErrors, Resolver } from 'react-hook-form';
import { STEP_FIELDS, type WizardField, type WizardForm } from './wizard-form.js';

/**
 * Loads the validation rules. They are loaded only when the user begins to fill in the form, because they
 * need two libraries. No field is checked earlier.
 */
export const loadRules = () => import('./wizard-rules.js');

/**
 * The resolver for react-hook-form. In each error, both `type` and `message` are the i18n key. If the rules
 * cannot be loaded, the form is invalid, but no single field has an error.
 */
export function wizardResolver(step: 1 | 2): Resolver<WizardForm> {
  return async (values) => {
    const errors: FieldErrors<WizardForm> = {};
    try {
      const { problemsOf } = await loadRules();
      for (const { field, code } of problemsOf(values, step)) errors[field] ??= { type: code, message: code };
    } catch {
      Object.assign(errors, { root: { type: 'rules' } });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}

/** Returns the first wrong field, in the order of the screen. */
export const firstWrong = (errors: FieldErrors<WizardForm>, step: 1 | 2): WizardField | undefined =>
  STEP_FIELDS[step].find((field) => errors[field] !== undefined);
