import { useTranslation } from 'react-i18next';

/**
 * The number to quote in a question or a withdrawal (rule:order-number). Its line is reserved before it is
 * known.
 */
export function OrderNumber({ number }: { number: string | undefined }) {
  const { t } = useTranslation('payment');
  return (
    <p className="payment-order-number text-note">{number !== undefined && t('orderNumber', { number })}</p>
  );
}
