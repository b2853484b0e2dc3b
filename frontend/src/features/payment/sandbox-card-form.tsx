import { CONSENT } from '@siegel/contracts/agreement/consent';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Checkbox } from '../../components/checkbox.js';
import { Field } from '../../components/field.js';
import { Notice } from '../../components/notice.js';
import { TextInput } from '../../components/text-input.js';
import { useToast } from '../../components/use-toast.js';
import { userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { formatCardNumber, formatCvc, formatExpiry } from './card-format.js';
import { type CardDetails, confirmAtSandbox } from './payment-calls.js';

/** What was typed: kept by the dialog, so that a look at the other tab loses nothing. */
export interface CardDraft {
  card: CardDetails;
  agreed: boolean;
}
export const EMPTY_CARD: CardDraft = { card: { cardNumber: '', expiry: '', cvc: '' }, agreed: false };

export interface CardFormProps {
  intent: PaymentIntentView;
  onCancel: () => void;
  /** The provider has taken the payment. */
  onSucceeded: () => Promise<void>;
  /** Work is under way: the dialog must not be closed. */
  onBusy: (busy: boolean) => void;
  draft: CardDraft;
  onDraft: (draft: CardDraft) => void;
}

type CardField = keyof CardDetails;
const FIELDS: readonly CardField[] = ['cardNumber', 'expiry', 'cvc'];

function useSandboxPayment({ intent, onSucceeded, onBusy }: CardFormProps) {
  const { t } = useTranslation('payment');
  const { toast } = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [needsAction, setNeedsAction] = useState(false);
  const fail = (message: string) => {
    setFailure(message);
    toast({ title: t('errorTitle'), description: message, tone: 'bad' });
  };
  const pay = async (card: CardDetails, authenticated: boolean) => {
    setBusy(true);
    onBusy(true);
    setFailure(null);
    try {
      const { status } = await confirmAtSandbox(intent.clientSecret, card, authenticated);
      if (status === 'succeeded') await onSucceeded();
      else if (status === 'requires_action' && !authenticated) setNeedsAction(true);
      else fail(t('status', { status }));
    } catch (error) {
      setNeedsAction(false);
      fail(userMessage(error, t('failure')));
    } finally {
      setBusy(false);
      onBusy(false);
    }
  };
  return { busy, failure, needsAction, setNeedsAction, pay };
}

interface CardFieldsProps {
  card: CardDetails;
  missing: readonly CardField[];
  onChange: (card: CardDetails) => void;
}

function CardFields({ card, missing, onChange }: CardFieldsProps) {
  const { t } = useTranslation('payment');
  const error = (field: CardField) => (missing.includes(field) ? t('required') : undefined);
  return (
    <>
      <Field id="card-cardNumber" label={t('number')} error={error('cardNumber')}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="cc-number"
            value={card.cardNumber}
            onChange={(event) => onChange({ ...card, cardNumber: formatCardNumber(event.target.value) })}
          />
        )}
      </Field>
      <div className="field-columns card-columns">
        <Field id="card-expiry" label={t('expiry')} error={error('expiry')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder={t('expiryPlaceholder')}
              value={card.expiry}
              onChange={(event) => onChange({ ...card, expiry: formatExpiry(event.target.value) })}
            />
          )}
        </Field>
        <Field id="card-cvc" label={t('cvc')} error={error('cvc')}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder={t('cvcPlaceholder')}
              value={card.cvc}
              onChange={(event) => onChange({ ...card, cvc: formatCvc(event.target.value) })}
            />
          )}
        </Field>
      </div>
    </>
  );
}

/** The bank's extra check, which the sandbox only plays. */
function Authenticate({
  busy,
  onConfirm,
  onCancel,
}: {
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(['payment', 'common']);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="payment-panel">
      <Notice tone="warn" title={t('authTitle')}>
        {t('authText')}
      </Notice>
      <div className="dialog-actions">
        <Button variant="text" disabled={busy} onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button variant="go" ref={first} busy={busy} busyLabel={t('processing')} onClick={onConfirm}>
          {t('authButton')}
        </Button>
      </div>
    </div>
  );
}

/** Card form of the sandbox provider: test numbers only, nothing is charged. */
export function SandboxCardForm(props: CardFormProps) {
  const { t } = useTranslation(['payment', 'common']);
  const { card, agreed } = props.draft;
  const [checked, setChecked] = useState(false);
  const consent = useRef<HTMLInputElement>(null);
  const { busy, failure, needsAction, setNeedsAction, pay } = useSandboxPayment(props);
  const missing = checked ? FIELDS.filter((field) => card[field].trim() === '') : [];
  const words = CONSENT[currentLanguage()];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const first = FIELDS.find((field) => card[field].trim() === '');
    if (first !== undefined) document.getElementById(`card-${first}`)?.focus();
    else if (!agreed) consent.current?.focus();
    else void pay(card, false);
  };
  if (needsAction)
    return (
      <Authenticate
        busy={busy}
        onConfirm={() => void pay(card, true)}
        onCancel={() => setNeedsAction(false)}
      />
    );
  return (
    <form className="payment-panel" noValidate onSubmit={submit}>
      {failure !== null && (
        <Notice tone="bad" title={t('failureTitle')}>
          {failure}
        </Notice>
      )}
      <CardFields card={card} missing={missing} onChange={(next) => props.onDraft({ card: next, agreed })} />
      <p className="text-note">{t('sandboxNote')}</p>
      <p className="text-note">{words.withdrawal}</p>
      <Checkbox
        ref={consent}
        label={words.earlyPerformance}
        checked={agreed}
        error={checked && !agreed ? t('consentRequired') : undefined}
        onChange={(event) => props.onDraft({ card, agreed: event.target.checked })}
      />
      <div className="dialog-actions">
        <Button variant="text" disabled={busy} onClick={props.onCancel}>
          {t('common:cancel')}
        </Button>
        <Button variant="go" type="submit" busy={busy} busyLabel={t('processing')}>
          {words.pay}
        </Button>
      </div>
    </form>
  );
}
