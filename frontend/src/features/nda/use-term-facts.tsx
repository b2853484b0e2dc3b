import { formatPenalty } from '@siegel/contracts/formats';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import type { KeyValue } from '../../components/key-values.js';
import { currentLanguage } from '../../lib/language.js';

/**
 * Returns the three terms that bind both parties: the duration, the geographic scope, and the penalty for a
 * breach.
 */
export function useTermFacts(nda: NdaView): readonly KeyValue[] {
  const { t } = useTranslation('wizard');
  const penalty =
    nda.penaltyClause === 'none'
      ? t('terms.penalties.none')
      : formatPenalty(nda.penaltyClause, currentLanguage());
  return [
    { key: 'duration', label: t('terms.duration'), value: t(`terms.durations.${nda.duration}`) },
    { key: 'scope', label: t('terms.scope'), value: t(`terms.scopes.${nda.geographicScope}`) },
    { key: 'penalty', label: t('terms.penalty'), value: <span className="text-figures">{penalty}</span> },
  ];
}
