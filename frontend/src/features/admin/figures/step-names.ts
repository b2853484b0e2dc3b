import type { FunnelEventType } from '@siegel/contracts/enums';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns the names of the four steps in the reader's language. */
export function useStepNames(): Readonly<Record<FunnelEventType, string>> {
  const { t } = useTranslation('admin');
  return useMemo(
    () => ({
      view: t('funnel.steps.view'),
      created: t('funnel.steps.created'),
      signed: t('funnel.steps.signed'),
      paid: t('funnel.steps.paid'),
    }),
    [t],
  );
}
