import { useTranslation } from 'react-i18next';
import { formatShortMoment } from '../../../lib/format-figures.js';

/** Returns the text that says that nothing can be changed in an NDA. Undefined if its stream is open. */
export function useClosedWords(): (untrustedSince: string | null) => string | undefined {
  const { t, i18n } = useTranslation('admin');
  return (untrustedSince) =>
    untrustedSince === null
      ? undefined
      : t('closed.short', { at: formatShortMoment(untrustedSince, i18n.language) });
}
