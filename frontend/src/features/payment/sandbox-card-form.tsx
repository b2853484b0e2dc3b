import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { ApiError, mayHaveHappened, userMessage } from '../../lib/api-error.js';
import { CardFields } from './card-fields.js';
import type { CardFormProps } from './card-form-props.js';
import { FailureNotice, Order } from './order.js';
import { type CardDetails, confirmAtSandbox } from './payment-calls.js';
import { isGone } from './provider-answer.js';

interface Attempt {
  card: CardDetails;
  /** True if the user has passed the bank's extra check. */
  authenticated: boolean;
}

/**
 * Statuses after which the form shows no failure notice. `succeeded`: the card was charged. null: the dialog
 * shows the reason or the result.
 */
const DONE: readonly (string | null)[] = ['succeeded', null];

/** Result of an attempt that the dialog reports to the user, so that the form shows nothing. */
const SHOWN_BY_DIALOG = { status: null, needsAction: false } as const;

/**
 * Returns `lost` if the card may have been charged although the call failed. Returns `gone` if the intent is
 * unknown or was cancelled.
 * @throws the error in all other cases
 */
function kindOfFailure(error: unknown): 'lost' | 'gone' {
  if (mayHaveHappened(error)) return 'lost';
  if (error instanceof ApiError && error.code === 'payment_unknown') return 'gone';
  throw error;
}

type Sandbox = Pick<CardFormProps, 'intent' | 'onOrder' | 'onLost' | 'onGone' | 'onSucceeded' | 'onBusy'>;

function useSandboxPayment({ intent, onOrder, onLost, onGone, onSucceeded, onBusy }: Sandbox) {
  const { t } = useTranslation('payment');
  const fail = useFailureToast();
  const { mutate, isPending, isError, data, variables, reset } = useMutation({
    mutationFn: async ({ card, authenticated }: Attempt) => {
      if (!authenticated && !(await onOrder())) return SHOWN_BY_DIALOG;
      const answer = await confirmAtSandbox(intent.clientSecret, card, authenticated).catch(kindOfFailure);
      if (answer === 'lost' || answer === 'gone') {
        await (answer === 'lost' ? onLost() : onGone());
        return SHOWN_BY_DIALOG;
      }
      const { status } = answer;
      if (status === 'succeeded') await onSucceeded();
      if (isGone(status)) await onGone();
      return { status, needsAction: status === 'requires_action' && !authenticated };
    },
    onMutate: () => onBusy(true),
    onSuccess: ({ status, needsAction }) => {
      if (status !== null && status !== 'succeeded' && !needsAction) fail(t('status', { status }));
    },
    onError: (error) => fail(userMessage(error, t('failure'))),
    onSettled: () => onBusy(false),
  });
  return {
    busy: isPending,
    failed: isError || (data !== undefined && !DONE.includes(data.status) && !data.needsAction),
    needsAction: data?.needsAction === true || (isPending && variables.authenticated),
    pay: (card: CardDetails, authenticated: boolean) => mutate({ card, authenticated }),
    giveUp: reset,
  };
}

/** The bank's extra check, which the sandbox only simulates. */
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

/** The sandbox provider's card form. It accepts only test numbers and charges nothing. */
export function SandboxCardForm(props: CardFormProps) {
  const { t } = useTranslation('payment');
  const { form } = props;
  const { busy, failed, needsAction, pay, giveUp } = useSandboxPayment(props);
  const payBy = (authenticated: boolean) => {
    const { agreed: _, ...card } = form.getValues();
    pay(card, authenticated);
  };
  const submit = form.handleSubmit(() => payBy(false));
  if (needsAction) return <Authenticate busy={busy} onConfirm={() => payBy(true)} onCancel={giveUp} />;
  return (
    <form className="payment-panel" noValidate onSubmit={(event) => void submit(event)}>
      {failed && <FailureNotice />}
      <CardFields form={form} />
      <p className="text-note">{t('sandboxNote')}</p>
      <Order form={form} busy={busy} onCancel={props.onCancel} />
    </form>
  );
}
