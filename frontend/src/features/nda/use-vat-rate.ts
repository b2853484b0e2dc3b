import { useTranslation } from 'react-i18next';
import { useSite } from '../../lib/site.js';

/**
 * Returns the VAT rate that prices include, as a percentage in the format of the language. Null if no rate is
 * configured or no VAT is owed (rule:operator-is-configuration).
 */
export function useVatRate(): string | null {
  const { i18n } = useTranslation();
  const { vatRate } = useSite();
  return typeof vatRate === 'number' ? new Intl.NumberFormat(i18n.language).format(vatRate) : null;
}
