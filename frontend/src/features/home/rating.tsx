import { useTranslation } from 'react-i18next';
import { useSite } from '../../lib/site.js';

/**
 * The rating that the operator claims for the service, with a note that says where the rating comes from.
 * Shows nothing if the operator claims no rating.
 */
export function Rating() {
  const { t, i18n } = useTranslation('home');
  const { rating } = useSite();
  if (rating === null) return null;
  const value = new Intl.NumberFormat(i18n.language).format(rating.value);
  const number = new Intl.NumberFormat(i18n.language).format(rating.count);
  return (
    <p className="page-width home-rating">
      <strong>{t('rating', { value, number })}</strong> {rating.note}
    </p>
  );
}
