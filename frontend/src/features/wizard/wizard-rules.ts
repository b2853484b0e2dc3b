import 'reflect-metadata';
import { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import { fieldProblems } from '@siegel/contracts/validation-messages';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { STEP_FIELDS, toDraft, type WizardField, type WizardForm } from './wizard-form.js';

export interface WizardProblem {
  field: WizardField;
  /** i18n key. The text is looked up only when it is shown, so that it is always in the current language. */
  code: string;
}

/**
 * Returns the form field that a field of the request comes from. The form has `penalty` and `penaltyAmount`,
 * but the request has only `penaltyClause`.
 */
function fieldOf(requestField: string, form: WizardForm): WizardField {
  if (requestField !== 'penaltyClause') return requestField as WizardField;
  return form.penalty === 'custom' ? 'penaltyAmount' : 'penalty';
}

/** Checks the form by the server's rules. Returns the problems in the order of the fields on the screen. */
export function problemsOf(form: WizardForm, step: 1 | 2 | 'all'): WizardProblem[] {
  const request = plainToInstance(CreateNdaRequest, toDraft(form));
  const order = step === 'all' ? [...STEP_FIELDS[1], ...STEP_FIELDS[2]] : STEP_FIELDS[step];
  return fieldProblems(validateSync(request), 'de')
    .map(({ field, code }) => ({ field: fieldOf(field, form), code }))
    .filter(({ field }) => order.includes(field))
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

/** Returns the first step that still has a problem, or null if the user can confirm the form. */
export function firstOpenStep(form: WizardForm): 1 | 2 | null {
  if (problemsOf(form, 1).length > 0) return 1;
  return problemsOf(form, 2).length > 0 ? 2 : null;
}
