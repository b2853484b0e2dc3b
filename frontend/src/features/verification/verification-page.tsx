import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckFailed } from './check-failed.js';
import { Checking } from './checking.js';
import { DropArea } from './drop-area.js';
import { useDroppedFiles } from './use-dropped-files.js';
import { useVerification, type Verification } from './use-verification.js';
import { VerdictSheet } from './verdict-sheet.js';
import { VerificationLayout } from './verification-layout.js';
import type { VerificationState } from './verification-state.js';

/**
 * The page on which anybody can check one of our documents. The QR code on a document's last page leads here.
 */
export default function VerificationPage() {
  const verification = useVerification();
  const { state } = verification;
  const over = useDroppedFiles((files) => void verification.check(files));
  const panel = useRef<HTMLDivElement>(null);
  useFocusOnStep(panel, state.step);
  return (
    <VerificationLayout over={over}>
      <div ref={panel}>
        <Panel verification={verification} over={over} />
      </div>
      <output className="visually-hidden" aria-live="polite">
        <Announcement state={state} />
      </output>
    </VerificationLayout>
  );
}

function Panel({ verification, over }: { verification: Verification; over: boolean }) {
  const { state, check, retry, cancel, reset } = verification;
  switch (state.step) {
    case 'idle':
      return <DropArea over={over} refused={state.refused} onFiles={(files) => void check(files)} />;
    case 'checking':
      return <Checking name={state.name} size={state.size} onCancel={cancel} />;
    case 'failed':
      return (
        <CheckFailed
          name={state.document.name}
          failure={state.failure}
          onRetry={() => void retry(state.document)}
          onOther={reset}
        />
      );
    case 'done':
      return (
        <VerdictSheet document={state.document} view={state.view} language={state.language} onOther={reset} />
      );
  }
}

/** Announces a step to screen readers. Refusals and failures are alerts and need no announcement here. */
function Announcement({ state }: { state: VerificationState }) {
  const { t } = useTranslation('verification');
  if (state.step === 'checking') return t('checking.title');
  if (state.step === 'done') return t(`${state.view.verdict}.title`);
  return state.step === 'idle' && state.cancelled === true ? t('cancelled') : null;
}

/**
 * Focuses the heading or the input of a new step, because the focused element disappears with the old step.
 * Opening the page does not move the focus.
 */
function useFocusOnStep(panel: RefObject<HTMLElement | null>, step: VerificationState['step']): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    panel.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
  }, [panel, step]);
}
