import { useTranslation } from 'react-i18next';

/**
 * Shows the order number, which the payer quotes in a question or in a withdrawal (rule:order-number). Space
 * for the line is reserved before the number is known.
 */
export function OrderNumber({ number }: { number: string | undefined }) {
  const { t } = useTranslation('payment');
  return (
    <p className="payment-order-number text-note">{number !== undefined && t('orderNumber', { number })}</p>
  );
}
