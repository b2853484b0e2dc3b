import type { LegalHoldView } from '@siegel/contracts/admin/views';
import { useTranslation } from 'react-i18next';
import { formatShortDate } from '../../../lib/format-figures.js';

/** Returns the text of a legal hold: why the NDA cannot be erased. Undefined without a hold. */
export function useHoldWords(): (hold: LegalHoldView | null | undefined) => string | undefined {
  const { t, i18n } = useTranslation('admin');
  return (hold) => {
    if (hold === null || hold === undefined) return undefined;
    const since = formatShortDate(hold.since, i18n.language);
    return hold.reason === null
      ? t('erase.held', { since })
      : t('erase.heldFor', { since, reason: hold.reason });
  };
}
