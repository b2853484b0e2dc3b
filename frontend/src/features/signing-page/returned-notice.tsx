import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';

const REASONS = ['agreement_changed', 'payment_required'] as const;
/** Codes with which the server refuses a signature, and leads back to the text. */
export type Returned = (typeof REASONS)[number];

export const asReturned = (code: string): Returned | undefined => REASONS.find((reason) => reason === code);

/** Somebody came back to the text, and has to know why. */
export function ReturnedNotice({ why }: { why: Returned }) {
  const { t } = useTranslation('remote-later');
  const changed = why === 'agreement_changed';
  return (
    <Notice tone="bad" title={t(changed ? 'returned.changedTitle' : 'returned.payFirst')}>
      {t(changed ? 'returned.changedText' : 'returned.payFirstText')}
    </Notice>
  );
}
