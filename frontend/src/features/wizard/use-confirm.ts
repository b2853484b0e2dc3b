import type { NdaView } from '@siegel/contracts/nda/view';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { trackFunnelEvent } from '../../lib/analytics.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { CookieLost, cookies } from '../../lib/cookies.js';
import { opensNda, refreshNda } from '../nda/nda-query.js';
import { confirmNda, type ConfirmPlan } from './confirm-nda.js';
import type { WizardForm } from './wizard-form.js';

export interface Confirming {
  busy: boolean;
  /** True if the last try failed. */
  failed: boolean;
  confirm: () => void;
}

export interface ConfirmOptions {
  form: WizardForm;
  nda: NdaView | null;
  plan: ConfirmPlan;
  onConfirmed: (ndaId: string, form: WizardForm) => void;
}

/** The action of the 'confirm' button in the review. */
export function useConfirm({ form, nda, plan, onConfirmed }: ConfirmOptions): Confirming {
  const { t } = useTranslation(['wizard', 'common']);
  const fail = useFailureToast();
  const client = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => confirmNda(form, plan, (id) => opensNda(client, id)),
    onSuccess: (id) => {
      if (plan.kind !== 'reuse') trackFunnelEvent('created', id);
      onConfirmed(id, form);
    },
    onError: async (failure) => {
      if (failure instanceof CookieLost) {
        cookies.wereLost();
        return;
      }
      fail(userMessage(failure, t('common:unexpectedAnswer')));
      // Another tab has signed or replaced the NDA since this tab last read it, so read it again. The notice
      // above the button then says what confirming will do now.
      if (failure instanceof ApiError && nda !== null && (failure.status === 409 || failure.status === 410))
        await refreshNda(client, nda.id);
    },
  });
  return {
    // The button stays busy after a success, because the page of the NDA is about to appear.
    busy: isPending || isSuccess,
    failed: error !== null && !(error instanceof CookieLost),
    confirm: () => cookies.allowAct() && mutate(),
  };
}
