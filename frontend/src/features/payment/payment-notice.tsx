import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice, type NoticeTone } from '../../components/notice.js';

/**
 * What is to be known before anybody orders (again); it goes when the button is pressed.
 * - `changed`: another amount is owed than was shown; `renewed`: the same, by another intent.
 * - `orderLost`, `outdated`, `refused`: the order was not taken, so the provider was never asked.
 * - `looking`, `unseen`: the provider's answer was lost, and the look at it is under way, or failed as well.
 * - `notCharged`: the look found that nothing was paid; `cameBack`: so did the one after a way to the bank and back.
 */
export type PaymentNotice =
  | 'changed'
  | 'renewed'
  | 'orderLost'
  | 'outdated'
  | 'refused'
  | 'looking'
  | 'unseen'
  | 'notCharged'
  | 'cameBack';

const NOTICES = {
  changed: { tone: 'warn', title: 'changedTitle', text: 'changedText' },
  renewed: { tone: 'info', title: 'renewedTitle', text: 'renewedText' },
  orderLost: { tone: 'warn', title: 'nothingCharged', text: 'orderLostText' },
  outdated: { tone: 'warn', title: 'outdatedTitle', text: 'outdatedText' },
  refused: { tone: 'warn', title: 'refusedTitle', text: 'refusedText' },
  looking: { tone: 'info', title: 'lookingTitle', text: 'lookingText' },
  unseen: { tone: 'warn', title: 'unseenTitle', text: 'unseenText' },
  notCharged: { tone: 'info', title: 'nothingCharged', text: 'notChargedText' },
  cameBack: { tone: 'bad', title: 'failureTitle', text: 'cameBackText' },
} as const satisfies Record<PaymentNotice, { tone: NoticeTone; title: string; text: string }>;

/** Whether money may have moved: until that is known nobody may pay. */
export const isUnknown = (notice: PaymentNotice | null): boolean =>
  notice === 'looking' || notice === 'unseen';

/** Above the form; read out at once. */
export function PaymentNoticeBox({ notice, onLook }: { notice: PaymentNotice; onLook: () => void }) {
  const { t } = useTranslation('payment');
  const { tone, title, text } = NOTICES[notice];
  const again = (
    <Button size="sm" onClick={onLook}>
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
