import { useTranslation } from 'react-i18next';

/** Whoever has a question, or withdraws, names it (rule:order-number). Its line is there before it is known. */
export function OrderNumber({ number }: { number: string | undefined }) {
  const { t } = useTranslation('payment');
  return (
    <p className="payment-order-number text-note">{number !== undefined && t('orderNumber', { number })}</p>
  );
}
