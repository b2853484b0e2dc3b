import 'reflect-metadata';
import { fieldProblems } from '@siegel/contracts/validation-messages';
import { WithdrawalRequest } from '@siegel/contracts/withdrawal/requests';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import {
  isWithdrawalField,
  WITHDRAWAL_FIELDS,
  type WithdrawalForm,
  type WithdrawalProblem,
} from './withdrawal-form-values.js';

/** Checks a form by the server's rules. Returns the problems in the order of the fields on the screen. */
export function problemsOf(form: WithdrawalForm): WithdrawalProblem[] {
  const place = ({ field }: WithdrawalProblem): number => WITHDRAWAL_FIELDS.indexOf(field);
  return fieldProblems(validateSync(plainToInstance(WithdrawalRequest, form)), 'de')
    .flatMap(({ field, code }) => (isWithdrawalField(field) ? [{ field, code }] : []))
    .toSorted((a, b) => place(a) - place(b));
}
