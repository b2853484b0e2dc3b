import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';

const REASONS = ['agreement_changed', 'payment_required'] as const;
/** If a signature is refused with one of these codes, the user is sent back to the text. */
export type ReturnReason = (typeof REASONS)[number];

export const asReturned = (code: string): ReturnReason | undefined =>
  REASONS.find((reason) => reason === code);

/** Tells the user why the page went back to the text. */
export function ReturnedNotice({ why }: { why: ReturnReason }) {
  const { t } = useTranslation('remote-later');
  const changed = why === 'agreement_changed';
  return (
    <Notice tone="bad" title={t(changed ? 'returned.changedTitle' : 'returned.payFirst')}>
      {t(changed ? 'returned.changedText' : 'returned.payFirstText')}
    </Notice>
  );
}
