import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeElementsOptions, StripePaymentElementOptions } from '@stripe/stripe-js';
import { type FormEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { FIRST_FOCUS } from '../../components/first-focus.js';
import { Notice } from '../../components/notice.js';
import { Skeleton } from '../../components/skeleton.js';
import { currentLanguage } from '../../lib/language.js';
import type { CardFormProps } from './card-form-props.js';
import { CheckingPayment } from './checking-payment.js';
import { FailureNotice, Order } from './order.js';
import { useAppearance } from './use-appearance.js';
import { type Provider, useProvider } from './use-provider.js';
import { useStripePayment } from './use-stripe-payment.js';

/**
 * Offers only payment by card. There are no wallets, and no terms of the provider that the user would have to
 * accept.
 */
const CARD: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  terms: { card: 'never' },
};

/**
 * Shown if the provider's script is blocked or does not respond. Says that nothing was paid and that there
 * are other ways to pay.
 */
function NoFields({ onRetry, onVoucher }: { onRetry: () => void; onVoucher: () => void }) {
  const { t } = useTranslation('payment');
  return (
    <div className="payment-panel">
      <Notice
        tone="bad"
        title={t('fieldsFailedTitle')}
        action={
          <div className="payment-ways">
            <Button size="sm" onClick={onRetry}>
              {t('retry')}
            </Button>
            <Button size="sm" variant="text" onClick={onVoucher}>
              {t('redeem')}
            </Button>
          </div>
        }
      >
        {t('fieldsFailedText')}
      </Notice>
    </div>
  );
}

function LoadingFields() {
  const { t } = useTranslation('payment');
  return (
    <div className="payment-fields-loading">
      <span className="visually-hidden" role="status">
        {t('fieldsLoading')}
      </span>
      <Skeleton lines={['short', 'full', 'full', 'most']} />
    </div>
  );
}

type FieldsProps = CardFormProps & { provider: Provider };

/**
 * The provider's fields, in the provider's own frame. Below the fields is `Order`, which every card form has.
 */
function Fields({ provider, ...props }: FieldsProps) {
  const { t } = useTranslation('payment');
  const elements = useElements();
  const place = useRef<HTMLDivElement>(null);
  const { busy, step, failed, pay } = useStripePayment(props, useStripe(), elements);
  const { ready } = provider;
  const toCard = () => elements?.getElement('payment')?.focus();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !busy) pay();
  };
  return (
    <>
      {step === 'checking' && <CheckingPayment />}
      {/* The fields stay mounted during the check. Otherwise the typed data would be lost. */}
      <form className="payment-panel" noValidate hidden={step === 'checking'} onSubmit={submit}>
        {failed && !busy && <FailureNotice />}
        <div
          ref={place}
          className="payment-fields"
          tabIndex={-1}
          {...FIRST_FOCUS}
          onFocus={({ target, currentTarget }) => target === currentTarget && ready && toCard()}
        >
          {!ready && <LoadingFields />}
          <PaymentElement
            className={ready ? undefined : 'payment-fields-coming'}
            options={CARD}
            onReady={() => {
              provider.onReady();
              // Moves the focus to the card fields if the focus is still on the container of the fields. If
              // the user has moved the focus elsewhere, the focus stays there.
              if (document.activeElement === place.current) toCard();
            }}
            onLoadError={provider.onFailed}
            onEscape={() => !busy && props.onCancel()}
          />
        </div>
        {ready && <Order form={props.form} busy={busy} onCancel={props.onCancel} />}
        <div role="status">{step === 'bank' && <p className="text-note">{t('bankMayAsk')}</p>}</div>
      </form>
    </>
  );
}

/** The real provider's card form. The typed card data never reaches this page (rule:provider-script). */
export default function StripeCardForm(props: CardFormProps) {
  const { intent, onVoucher } = props;
  const provider = useProvider(intent.publishableKey);
  const options: StripeElementsOptions = {
    mode: 'payment',
    amount: intent.amount,
    currency: intent.currency.toLowerCase(),
    allowedPaymentMethodTypes: ['card'],
    loader: 'never',
    locale: currentLanguage(),
    appearance: useAppearance(),
  };
  return (
    <>
      {provider.failed && <NoFields onRetry={provider.retry} onVoucher={onVoucher} />}
      {provider.stripe === undefined ? (
        !provider.failed && (
          <div className="payment-panel payment-fields" tabIndex={-1}>
            <LoadingFields />
          </div>
        )
      ) : (
        <div hidden={provider.failed}>
          <Elements key={provider.attempt} stripe={provider.stripe} options={options}>
            <Fields {...props} provider={provider} />
          </Elements>
        </div>
      )}
    </>
  );
}
