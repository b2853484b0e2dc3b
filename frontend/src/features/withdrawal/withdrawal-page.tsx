import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { nameView } from '../../lib/own-title.js';
import { DeclaredFacts } from './declared-facts.js';
import { type ConfirmOptions, useConfirmWithdrawal } from './use-confirm-withdrawal.js';
import { type WithdrawalState, useWithdrawalState } from './use-withdrawal-state.js';
import { WithdrawalDone } from './withdrawal-done.js';
import { WithdrawalFields } from './withdrawal-form.js';
import type { WithdrawalProblem } from './withdrawal-form-values.js';
import { WithdrawalLayout } from './withdrawal-layout.js';

/**
 * The page of withdrawals: declare, review, confirm with one button (rule:withdrawal, § 356a BGB). The user
 * needs no cookie and no account, and need not give a reason.
 */
export function WithdrawalPage() {
  const { withdrawal, save, show } = useWithdrawalState();
  const [problems, setProblems] = useState<readonly WithdrawalProblem[]>([]);
  const top = useFocusOnView(withdrawal.view, problems.length === 0);
  if (withdrawal.view === 'done') return <Done top={top} withdrawal={withdrawal} />;
  if (withdrawal.view === 'review')
    return (
      <Review
        top={top}
        withdrawal={withdrawal}
        onReceived={(received) => show({ ...withdrawal, view: 'done', received }, 'instead')}
        onRefused={(refused) => {
          setProblems(refused);
          show({ ...withdrawal, view: 'form' }, 'instead');
        }}
      />
    );
  return (
    <Form
      top={top}
      withdrawal={withdrawal}
      problems={problems}
      onSave={save}
      onNext={(form) => {
        setProblems([]);
        save(form);
        show({ ...withdrawal, view: 'review', form }, 'step');
      }}
    />
  );
}

type Top = (element: HTMLDivElement | null) => void;

/** Focuses the heading when a view replaces another one. Opening the page does not move the focus. */
function useFocusOnView(view: WithdrawalState['view'], takesFocus: boolean): Top {
  const before = useRef(view);
  const element = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    window.scrollTo(0, 0);
    if (takesFocus) element.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [view, takesFocus]);
  return useCallback((found) => {
    element.current = found;
  }, []);
}

function useTitle(title: string): void {
  useEffect(() => nameView(`${title} | ${PRODUCT_NAME}`), [title]);
}

interface FormProps {
  top: Top;
  withdrawal: WithdrawalState;
  problems: readonly WithdrawalProblem[];
  onSave: (form: WithdrawalState['form']) => void;
  onNext: (form: WithdrawalState['form']) => void;
}

function Form({ top, withdrawal, problems, onSave, onNext }: FormProps) {
  const { t } = useTranslation('withdrawal');
  useTitle(t('title'));
  return (
    <div ref={top}>
      <WithdrawalLayout title={t('title')} lead={t('lead')}>
        <WithdrawalFields form={withdrawal.form} problems={problems} onSave={onSave} onNext={onNext} />
      </WithdrawalLayout>
    </div>
  );
}

interface ReviewProps extends ConfirmOptions {
  top: Top;
  withdrawal: WithdrawalState;
}

function Review({ top, withdrawal, ...outcome }: ReviewProps) {
  const { t } = useTranslation('withdrawal');
  const { busy, failed, confirm } = useConfirmWithdrawal(outcome);
  useTitle(t('review.title'));
  return (
    <div ref={top}>
      <WithdrawalLayout title={t('review.title')} lead={t('review.lead')}>
        <div className="withdrawal-panel">
          <DeclaredFacts form={withdrawal.form} />
          {failed && !busy && (
            <Notice tone="bad" title={failed.title}>
              {failed.text}
            </Notice>
          )}
          <div className="withdrawal-actions">
            <Button
              variant="go"
              busy={busy}
              busyLabel={t('review.sending')}
              onClick={() => confirm(withdrawal)}
            >
              {t('review.confirm')}
            </Button>
            <Button variant="text" disabled={busy} onClick={() => window.history.back()}>
              {t('review.change')}
            </Button>
          </div>
        </div>
      </WithdrawalLayout>
    </div>
  );
}

function Done({ top, withdrawal }: { top: Top; withdrawal: WithdrawalState }) {
  const { t } = useTranslation('withdrawal');
  useTitle(t('done.title'));
  return (
    <div ref={top}>
      <WithdrawalDone withdrawal={withdrawal} />
    </div>
  );
}
