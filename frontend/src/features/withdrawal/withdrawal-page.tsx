import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { nameView } from '../../lib/own-title.js';
import { DeclaredFacts } from './declared-facts.js';
import { type ConfirmOptions, useConfirmWithdrawal } from './use-confirm-withdrawal.js';
import { type KeptWithdrawal, useKeptWithdrawal } from './use-kept-withdrawal.js';
import { WithdrawalDone } from './withdrawal-done.js';
import { WithdrawalFields } from './withdrawal-form.js';
import type { WithdrawalProblem } from './withdrawal-form-values.js';
import { WithdrawalLayout } from './withdrawal-layout.js';

/**
 * The page of withdrawals: declare, review, confirm with one button (rule:withdrawal, § 356a BGB). It needs
 * no cookie, no account and no reason.
 */
export function WithdrawalPage() {
  const { kept, note, show } = useKeptWithdrawal();
  const [problems, setProblems] = useState<readonly WithdrawalProblem[]>([]);
  const top = useFocusOnView(kept.view, problems.length === 0);
  if (kept.view === 'done') return <Done top={top} kept={kept} />;
  if (kept.view === 'review')
    return (
      <Review
        top={top}
        kept={kept}
        onReceived={(received) => show({ ...kept, view: 'done', received }, 'instead')}
        onRefused={(refused) => {
          setProblems(refused);
          show({ ...kept, view: 'form' }, 'instead');
        }}
      />
    );
  return (
    <Form
      top={top}
      kept={kept}
      problems={problems}
      onNote={note}
      onNext={(form) => {
        setProblems([]);
        note(form);
        show({ ...kept, view: 'review', form }, 'step');
      }}
    />
  );
}

type Top = (element: HTMLDivElement | null) => void;

/** Focuses the heading when a view follows another one. Opening the page moves no focus. */
function useFocusOnView(view: KeptWithdrawal['view'], takesFocus: boolean): Top {
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
  kept: KeptWithdrawal;
  problems: readonly WithdrawalProblem[];
  onNote: (form: KeptWithdrawal['form']) => void;
  onNext: (form: KeptWithdrawal['form']) => void;
}

function Form({ top, kept, problems, onNote, onNext }: FormProps) {
  const { t } = useTranslation('withdrawal');
  useTitle(t('title'));
  return (
    <div ref={top}>
      <WithdrawalLayout title={t('title')} lead={t('lead')}>
        <WithdrawalFields form={kept.form} problems={problems} onNote={onNote} onNext={onNext} />
      </WithdrawalLayout>
    </div>
  );
}

interface ReviewProps extends ConfirmOptions {
  top: Top;
  kept: KeptWithdrawal;
}

function Review({ top, kept, ...outcome }: ReviewProps) {
  const { t } = useTranslation('withdrawal');
  const { busy, failed, confirm } = useConfirmWithdrawal(outcome);
  useTitle(t('review.title'));
  return (
    <div ref={top}>
      <WithdrawalLayout title={t('review.title')} lead={t('review.lead')}>
        <div className="withdrawal-panel">
          <DeclaredFacts form={kept.form} />
          {failed && !busy && (
            <Notice tone="bad" title={failed.title}>
              {failed.text}
            </Notice>
          )}
          <div className="withdrawal-actions">
            <Button variant="go" busy={busy} busyLabel={t('review.sending')} onClick={() => confirm(kept)}>
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

function Done({ top, kept }: { top: Top; kept: KeptWithdrawal }) {
  const { t } = useTranslation('withdrawal');
  useTitle(t('done.title'));
  return (
    <div ref={top}>
      <WithdrawalDone kept={kept} />
    </div>
  );
}
