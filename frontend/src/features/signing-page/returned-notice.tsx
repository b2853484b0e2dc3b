import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';

const REASONS = ['agreement_changed', 'payment_required'] as const;
/** Codes of a refused signature that lead the user back to the text. */
export type ReturnReason = (typeof REASONS)[number];

export const asReturned = (code: string): ReturnReason | undefined =>
  REASONS.find((reason) => reason === code);

/** Tells a user who was sent back to the text why. */
export function ReturnedNotice({ why }: { why: ReturnReason }) {
  const { t } = useTranslation('remote-later');
  const changed = why === 'agreement_changed';
  return (
    <Notice tone="bad" title={t(changed ? 'returned.changedTitle' : 'returned.payFirst')}>
      {t(changed ? 'returned.changedText' : 'returned.payFirstText')}
    </Notice>
  );
}
