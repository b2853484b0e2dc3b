import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice, type NoticeTone } from '../../components/notice.js';

/**
 * A notice that the user has to read before ordering, for the first time or again. It disappears when the
 * user presses the pay button.
 * - `changed`: the amount owed is no longer the amount that was shown. `renewed`: only the intent has
 * changed.
 * - `orderLost`, `outdated`, `refused`: the server did not confirm the order, so the page never called the
 * provider.
 * - `checking`: the provider's response was lost, and the page is checking the payment at the provider.
 * - `unseen`: the provider's response was lost, and the check failed as well.
 * - `notCharged`: the check found that nothing was paid.
 * - `cameBack`: the user returned from the bank, and the check found that nothing was paid.
 */
export type PaymentNotice =
  | 'changed'
  | 'renewed'
  | 'orderLost'
  | 'outdated'
  | 'refused'
  | 'checking'
  | 'unseen'
  | 'notCharged'
  | 'cameBack';

const NOTICES = {
  changed: { tone: 'warn', title: 'changedTitle', text: 'changedText' },
  renewed: { tone: 'info', title: 'renewedTitle', text: 'renewedText' },
  orderLost: { tone: 'warn', title: 'nothingCharged', text: 'orderLostText' },
  outdated: { tone: 'warn', title: 'outdatedTitle', text: 'outdatedText' },
  refused: { tone: 'warn', title: 'refusedTitle', text: 'refusedText' },
  checking: { tone: 'info', title: 'lookingTitle', text: 'lookingText' },
  unseen: { tone: 'warn', title: 'unseenTitle', text: 'unseenText' },
  notCharged: { tone: 'info', title: 'nothingCharged', text: 'notChargedText' },
  cameBack: { tone: 'bad', title: 'failureTitle', text: 'cameBackText' },
} as const satisfies Record<PaymentNotice, { tone: NoticeTone; title: string; text: string }>;

/** True if it is unknown whether money has moved. Nobody may pay while this is unknown. */
export const isUnknown = (notice: PaymentNotice | null): boolean =>
  notice === 'checking' || notice === 'unseen';

/** Shows the notice above the form. Screen readers announce it at once. */
export function PaymentNoticeBox({ notice, onCheck }: { notice: PaymentNotice; onCheck: () => void }) {
  const { t } = useTranslation('payment');
  const { tone, title, text } = NOTICES[notice];
  const again = (
    <Button size="sm" onClick={onCheck}>
      {t('lookAgain')}
    </Button>
  );
  return (
    <div className="payment-panel" role="alert">
      <Notice tone={tone} title={t(title)} {...(notice === 'unseen' ? { action: again } : {})}>
        {t(text)}
      </Notice>
    </div>
  );
}
