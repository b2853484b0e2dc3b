import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { Skeleton } from '../../components/skeleton.js';
import type { CardFormProps } from './card-form-props.js';
import { isUnknown, type PaymentNotice, PaymentNoticeBox } from './payment-notice.js';
import { SandboxCardForm } from './sandbox-card-form.js';

/**
 * Each provider has its own card form, to which the open intent is passed. The form of the real provider is
 * loaded on demand, so a user of the sandbox loads none of its files.
 */
const FORMS: Readonly<Record<PaymentIntentView['provider'], ComponentType<CardFormProps>>> = {
  sandbox: SandboxCardForm,
  stripe: lazy(() => import('./stripe-card-form.js')),
};

function Preparing() {
  const { t } = useTranslation('payment');
  return (
    <div className="payment-panel">
      <span className="visually-hidden">{t('preparing')}</span>
      <Skeleton lines={['short', 'full', 'full', 'most']} />
    </div>
  );
}

export interface CardTabProps extends Omit<CardFormProps, 'intent'> {
  intent: PaymentIntentView | undefined;
  failed: boolean;
  notice: PaymentNotice | null;
  onRetry: () => void;
}

export function CardTab({ intent, failed, notice, onRetry, ...rest }: CardTabProps) {
  const { t } = useTranslation('payment');
  if (failed) {
    return (
      <div className="payment-panel">
        <Notice
          tone="bad"
          title={t('intentFailedTitle')}
          action={
            <Button size="sm" onClick={onRetry}>
              {t('retry')}
            </Button>
          }
        >
          {t('intentFailedText')}
        </Notice>
      </div>
    );
  }
  if (intent === undefined) return <Preparing />;
  const Form = FORMS[intent.provider];
  return (
    <>
      {notice !== null && <PaymentNoticeBox notice={notice} onCheck={() => void rest.onLost()} />}
      {/* Hidden instead of unmounted, so that the form keeps the typed data. */}
      <div hidden={isUnknown(notice)}>
        <Suspense fallback={<Preparing />}>
          <Form intent={intent} {...rest} />
        </Suspense>
      </div>
    </>
  );
}
