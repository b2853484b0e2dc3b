import { CONSENT } from '@siegel/contracts/agreement/consent';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Checkbox } from '../../components/checkbox.js';
import { Notice } from '../../components/notice.js';
import { useToast } from '../../components/use-toast.js';
import { userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { CARD_FIELDS, CardFields } from './card-fields.js';
import { cardProblem } from './card-problem.js';
import { OrderTerms } from './order-terms.js';
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

interface Attempt {
  card: CardDetails;
  /** The bank's extra check was passed. */
  authenticated: boolean;
}

function useSandboxPayment({ intent, onSucceeded, onBusy }: CardFormProps) {
  const { t } = useTranslation('payment');
  const { toast } = useToast();
  const fail = (description: string) => toast({ title: t('errorTitle'), description, tone: 'bad' });
  const { mutate, isPending, isError, data, variables, reset } = useMutation({
    mutationFn: async ({ card, authenticated }: Attempt) => {
      const { status } = await confirmAtSandbox(intent.clientSecret, card, authenticated);
      if (status === 'succeeded') await onSucceeded();
      return { status, needsAction: status === 'requires_action' && !authenticated };
    },
    onMutate: () => onBusy(true),
    onSuccess: ({ status, needsAction }) => {
      if (status !== 'succeeded' && !needsAction) fail(t('status', { status }));
    },
    onError: (error) => fail(userMessage(error, t('failure'))),
    onSettled: () => onBusy(false),
  });
  return {
    busy: isPending,
    failed: isError || (data !== undefined && data.status !== 'succeeded' && !data.needsAction),
    needsAction: data?.needsAction === true || (isPending && variables.authenticated),
    pay: (card: CardDetails, authenticated: boolean) => mutate({ card, authenticated }),
    giveUp: reset,
  };
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
  const { busy, failed, needsAction, pay, giveUp } = useSandboxPayment(props);
  const words = CONSENT[currentLanguage()];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const first = CARD_FIELDS.find((field) => cardProblem(field, card, new Date()) !== undefined);
    if (first !== undefined) document.getElementById(`card-${first}`)?.focus();
    else if (!agreed) consent.current?.focus();
    else pay(card, false);
  };
  if (needsAction) return <Authenticate busy={busy} onConfirm={() => pay(card, true)} onCancel={giveUp} />;
  return (
    <form className="payment-panel" noValidate onSubmit={submit}>
      {failed && (
        <Notice tone="bad" title={t('failureTitle')}>
          {t('failureText')}
        </Notice>
      )}
      <CardFields card={card} checked={checked} onChange={(next) => props.onDraft({ card: next, agreed })} />
      <p className="text-note">{t('sandboxNote')}</p>
      <p className="text-note">{words.withdrawal}</p>
      <Checkbox
        ref={consent}
        label={words.earlyPerformance}
        checked={agreed}
        error={checked && !agreed ? t('consentRequired') : undefined}
        onChange={(event) => props.onDraft({ card, agreed: event.target.checked })}
      />
      <OrderTerms />
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
