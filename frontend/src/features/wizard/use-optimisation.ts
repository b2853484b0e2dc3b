import type { Language } from '@siegel/contracts/enums';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { useToast } from '../../components/use-toast.js';
import { api } from '../../lib/api.js';
import { userMessage } from '../../lib/api-error.js';
import { onChangeInOtherTab } from '../../lib/other-tabs.js';
import { currentLanguage, DEFAULT_LANGUAGE } from '../../lib/language.js';
import { useSite } from '../../lib/site.js';
import { KEYS } from '../../lib/storage.js';
import { readJson, writeJson } from '../../lib/stored-draft.js';
import { drafts } from './draft-storage.js';
import { chosenText, type OptimisationState, restoreOptimisation, withResult } from './optimisation-state.js';
import type { WizardForm } from './wizard-form.js';

export interface Optimisation {
  state: OptimisationState;
  pending: boolean;
  /**
   * Name of the provider that rewrites the description. Null if no provider is configured, or if the
   * configuration is not known yet. If the name is null, no page offers rewriting.
   */
  provider: string | null;
  /** Stores the state and writes the chosen text into the form. */
  change: (state: OptimisationState) => void;
  run: () => void;
}

const kept = (): OptimisationState => restoreOptimisation(readJson(drafts, KEYS.optimisation));

/**
 * Returns the language in which the user probably writes. This is the language of the agreement, unless the
 * agreement is German. German is the default and says nothing about the user, so the page's language is
 * returned in that case.
 */
const languageOfText = (agreement: Language): Language =>
  agreement === DEFAULT_LANGUAGE ? currentLanguage() : agreement;

/**
 * Provides the state and the actions for rewriting the description. Rewriting is offered only if a provider
 * is configured (rule:ai-is-off-unless-configured).
 */
export function useOptimisation(): Optimisation {
  const { t } = useTranslation('wizard');
  const { toast } = useToast();
  const fail = useFailureToast();
  const { getValues, setValue, getFieldState } = useFormContext<WizardForm>();
  const [state, setState] = useState(kept);
  const site = useSite();
  // This takes over the other tab's state. The chosen text itself arrives with the form's other fields.
  useEffect(() => onChangeInOtherTab(KEYS.optimisation, () => setState(kept())), []);

  const change = useCallback(
    (next: OptimisationState) => {
      setState(next);
      writeJson(drafts, KEYS.optimisation, next);
      const shouldValidate = getFieldState('ideaDescription').invalid;
      setValue('ideaDescription', chosenText(next), { shouldDirty: true, shouldValidate });
    },
    [setValue, getFieldState],
  );

  const { mutate, isPending } = useMutation({
    mutationFn: (description: string) =>
      api.post<{ optimizedText: string }>('/api/optimize-description', {
        description,
        language: languageOfText(getValues('language')),
      }),
    onSuccess: ({ optimizedText }, description) => {
      change(withResult(description, optimizedText));
      toast({ title: t('optimise.successTitle'), description: t('optimise.successText'), tone: 'ok' });
    },
    onError: (error) => fail(userMessage(error, t('optimise.errorText'))),
  });
  return {
    state,
    pending: isPending,
    provider: site.ai?.provider ?? null,
    change,
    run: () => mutate(getValues('ideaDescription')),
  };
}
