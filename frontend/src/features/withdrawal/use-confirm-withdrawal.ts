import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.js';
import { ApiError, mayHaveHappened, userMessage } from '../../lib/api-error.js';
import type { WithdrawalState } from './use-withdrawal-state.js';
import { isWithdrawalField, type WithdrawalProblem } from './withdrawal-form-values.js';

export interface ConfirmOptions {
  onReceived: (received: WithdrawalReceivedView) => void;
  /** Called with the invalid fields. There is at least one invalid field. */
  onRefused: (problems: readonly WithdrawalProblem[]) => void;
}

export interface Confirmation {
  busy: boolean;
  /** Title and text of the notice after a failure. */
  failed: { title: string; text: string } | undefined;
  confirm: (withdrawal: WithdrawalState) => void;
}

function problemsIn(error: unknown): readonly WithdrawalProblem[] {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  return errors.flatMap(({ field, code }) => (isWithdrawalField(field) ? [{ field, code }] : []));
}

const isTooMany = (error: unknown): boolean => error instanceof ApiError && error.code === 'rate_limited';

/**
 * Sends the declaration under its idempotency key, so that a second press or another try creates no second
 * withdrawal.
 */
export function useConfirmWithdrawal({ onReceived, onRefused }: ConfirmOptions): Confirmation {
  const { t } = useTranslation('withdrawal');
  const isUnderWay = useRef(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ form, key }: WithdrawalState) =>
      api.post<WithdrawalReceivedView>('/api/withdrawals', form, { headers: { 'Idempotency-Key': key } }),
    onSuccess: onReceived,
    onError: (failure) => {
      const problems = problemsIn(failure);
      if (problems.length > 0) onRefused(problems);
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const confirm = (withdrawal: WithdrawalState) => {
    // The user may press twice before the button shows that it is busy.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(withdrawal);
  };
  return { busy: isPending, failed: error === null ? undefined : noticeOf(error), confirm };

  function noticeOf(failure: unknown): NonNullable<Confirmation['failed']> {
    const isUnknown = mayHaveHappened(failure);
    const first = isUnknown ? t('failed.unknown') : userMessage(failure, t('failed.fallback'));
    // If the server refuses because there were too many withdrawals, its message already names the other way
    // to withdraw.
    const otherwise = isTooMany(failure) ? '' : ` ${t('failed.otherwise')}`;
    return {
      title: t(isUnknown ? 'failed.unknownTitle' : 'failed.title'),
      text: `${first}${otherwise}`,
    };
  }
}
