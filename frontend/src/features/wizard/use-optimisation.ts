import { useCallback, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/use-toast.js';
import { api } from '../../lib/api.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { KEYS, local, readJson, writeJson } from '../../lib/storage.js';
import { chosenText, type OptimisationState, restoreOptimisation, withResult } from './optimisation-state.js';
import type { WizardForm } from './wizard-form.js';

export interface Optimisation {
  state: OptimisationState;
  pending: boolean;
  /** The server has said that it offers no rewriting. */
  notConfigured: boolean;
  /** Keeps the state and writes the chosen text into the form. */
  change: (state: OptimisationState) => void;
  run: () => Promise<void>;
}

export function useOptimisation(): Optimisation {
  const { t } = useTranslation('wizard');
  const { toast } = useToast();
  const { getValues, setValue, formState } = useFormContext<WizardForm>();
  const [state, setState] = useState(() => restoreOptimisation(readJson(local, KEYS.optimisation)));
  const [pending, setPending] = useState(false);
  const [notConfigured, setNotConfigured] = useState(false);
  const shouldValidate = formState.isSubmitted;

  const change = useCallback(
    (next: OptimisationState) => {
      setState(next);
      writeJson(local, KEYS.optimisation, next);
      setValue('ideaDescription', chosenText(next), { shouldDirty: true, shouldValidate });
    },
    [setValue, shouldValidate],
  );

  const run = useCallback(async () => {
    const description = getValues('ideaDescription');
    setPending(true);
    try {
      const body = { description, language: getValues('language') || currentLanguage() };
      const { optimizedText } = await api.post<{ optimizedText: string }>('/api/optimize-description', body);
      change(withResult(description, optimizedText));
      toast({ title: t('optimise.successTitle'), description: t('optimise.successText'), tone: 'ok' });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ai_not_configured') setNotConfigured(true);
      toast({
        title: t('optimise.errorTitle'),
        description: userMessage(error, t('optimise.errorText')),
        tone: 'bad',
      });
    } finally {
      setPending(false);
    }
  }, [change, getValues, t, toast]);

  return { state, pending, notConfigured, change, run };
}
