import type { NdaView } from '@siegel/contracts/nda/view';
import { addressIn } from '@siegel/contracts/addresses';
import { PAGES } from '@siegel/contracts/pages';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate } from 'react-router-dom';
import { OnDemand } from '../../components/on-demand.js';
import { CookiesNotice } from '../../components/cookies-notice.js';
import { Steps } from '../../components/steps.js';
import { cookies } from '../../lib/cookies.js';
import { i18n } from '../../lib/i18n.js';
import { currentLanguage } from '../../lib/language.js';
import { leaveTo } from '../../lib/leave.js';
import { KEYS } from '../../lib/storage.js';
import { writeJson } from '../../lib/stored-draft.js';
import { idle } from '../../lib/when-idle.js';
import type { KeptChoice } from '../signing/signing-choice.js';
import { discardDraft, drafts, openWithDraft } from './draft-storage.js';
import { OtherTabNotice } from './other-tab-notice.js';
import { clearDraftOf, keepsOtherDraft } from './kept-draft.js';
import { type Errand, StepBeginning } from './step-beginning.js';
import { StepForm } from './step-form.js';
import { StepIdea } from './step-idea.js';
import { StepTerms } from './step-terms.js';
import { useStepHistory } from './use-step-history.js';
import { useWizardState, type WizardStore } from './use-wizard-state.js';
import { formFromNda, hasWork, type WizardForm } from './wizard-form.js';
import { loadRules } from './wizard-resolver.js';
import { asNewDraft, isLinkOut, stepOfNda, type WizardState, type WizardStep } from './wizard-state.js';
import { StepWaiting } from './wizard-waiting.js';

const LABELS = [1, 2, 3, 4, 5] as const;

const loadReview = () => import('./step-review.js');
const loadSigning = () => import('../signing/signing-step.js');
const loadLater = () => import('./later-steps.js');
const loadConfirm = () => import('../../components/confirm-dialog.js');
const loadSheet = () => import('../nda/agreement-sheet.js');
/** Loads the texts of steps 4 and 5. */
const loadLaterTexts = () => i18n.loadNamespaces(['signing', 'payment', 'finish', 'invitation']);
/** The files of steps 4 and 5 load in parallel with their texts. */
const signing = async () => (await Promise.all([loadSigning(), loadLaterTexts()]))[0];
const later = async () => (await Promise.all([loadLater(), loadLaterTexts()]))[0];
const StepReview = lazy(async () => ({ default: (await loadReview()).StepReview }));
const SigningStep = lazy(async () => ({ default: (await signing()).SigningStep }));
const FinishStep = lazy(async () => ({ default: (await later()).FinishStep }));
const PaymentDialog = lazy(async () => ({ default: (await later()).PaymentDialog }));
const DraftNotice = lazy(async () => ({ default: (await import('./draft-notice.js')).DraftNotice }));
const ConfirmDialog = lazy(async () => ({ default: (await loadConfirm()).ConfirmDialog }));

/** Preloads each step that may come next. A failed load is repeated when the step is needed. */
function usePreloadedSteps(): void {
  useEffect(() => {
    const load = async (): Promise<void> => {
      await idle();
      await Promise.all([loadReview(), signing(), later(), loadConfirm(), loadSheet()]);
    };
    load().catch(() => undefined);
  }, []);
}

/** Goes to another page and deletes this browser's draft of this agreement. */
function leaveAgreement(ndaId: string | null, to: string): void {
  clearDraftOf(ndaId);
  leaveTo(to);
}

/**
 * Two ways to begin again. `startNew` discards the draft on this screen. `reuse` replaces a stored draft of
 * another agreement with the data of this agreement. Each asks for confirmation first if the user would miss
 * the discarded draft.
 */
function useRestart({ draft }: WizardStore, nda: NdaView | null) {
  const [asking, setAsking] = useState<'startNew' | 'reuse' | null>(null);
  const discard = () => leaveAgreement(draft.snapshot().state.ndaId, '/');
  const startNew = () => {
    const { ndaId, formData } = draft.snapshot().state;
    if (ndaId !== null || hasWork(formData)) setAsking('startNew');
    else discard();
  };
  const reuse = () => {
    if (nda === null) return;
    if (keepsOtherDraft(nda.id)) setAsking('reuse');
    else startWith(nda);
  };
  const confirm = () => {
    if (asking === 'reuse' && nda !== null) startWith(nda);
    else discard();
  };
  return { asking, setAsking, startNew, reuse, confirm };
}

/** Begins a new draft with the data of an agreement that ended without both signatures. */
function startWith(nda: NdaView): void {
  discardDraft();
  writeJson(drafts, KEYS.wizard, asNewDraft({ currentStep: 1, formData: formFromNda(nda), ndaId: nda.id }));
  openWithDraft(PAGES.create.path);
}

/**
 * Returns the step to show when the browser's history leads to `step`. A step after an incomplete step is
 * never shown. Once both parties have signed, the last step is always shown.
 */
async function reachable(
  step: WizardStep,
  { formData, ndaId }: WizardState,
  nda: NdaView | null,
): Promise<WizardStep> {
  if (nda !== null && stepOfNda(nda) === 5) return 5;
  if (ndaId !== null) return Math.min(step, nda !== null && isLinkOut(nda) ? 5 : 4) as WizardStep;
  // The user can always go back to step 1, so the validation rules are not loaded.
  if (step === 1) return 1;
  const { firstOpenStep } = await loadRules();
  return Math.min(step, firstOpenStep(formData) ?? 3) as WizardStep;
}

/** The wizard's state. Also records each step as an entry of the browser's history. */
function useSteps(initial: WizardState, nda: NdaView | null): WizardStore {
  const store = useWizardState(initial);
  const { currentStep } = store.state;
  const record = useStepHistory(currentStep, (wanted) => {
    if (wanted === currentStep) return;
    reachable(wanted, store.draft.snapshot().state, nda).then(
      (step) => step !== currentStep && store.goTo(step),
      // If the validation rules cannot be loaded, the user stays on this step. The review itself says which
      // fields are missing.
      () => undefined,
    );
  });
  const goTo = (step: WizardStep) => {
    store.goTo(step);
    // Step 5 replaces the history entry of the signatures, so that the back button does not lead to them.
    // While the link is waiting for Party 2, the entry is kept.
    record(step, { replace: step === 5 && !(nda !== null && isLinkOut(nda)) });
  };
  return { ...store, goTo };
}

/**
 * Continues to the signatures, at the address of the confirmed NDA. First replaces the current entry of the
 * browser's history with the review at the same address, so that the back button leads from the signatures to
 * the review.
 */
function useConfirmed(confirmed: WizardStore['confirmed']) {
  const navigate = useNavigate();
  return (id: string, form: WizardForm) => {
    confirmed(id, form);
    const address = addressIn(currentLanguage(), generatePath(PAGES.nda.path, { id, '*': '' }));
    void navigate(address, { replace: true, state: { step: 3 } });
    void navigate(address, { state: { step: 4 } });
  };
}

/**
 * If an address was corrected at the agreement, copies it into the draft, so that the draft does not count as
 * changed.
 */
function useCorrectedAddresses(nda: NdaView | null, { draft, keepForm }: WizardStore): void {
  const before = useRef(nda);
  useEffect(() => {
    const was = before.current;
    before.current = nda;
    if (nda === null || was === null) return;
    const { party1Email, party2Email } = nda;
    if (was.party1Email === party1Email && was.party2Email === party2Email) return;
    keepForm({ ...draft.snapshot().state.formData, party1Email, party2Email });
  }, [nda, draft, keepForm]);
}

export interface WizardProps {
  initial: WizardState;
  nda: NdaView | null;
  choice: KeptChoice;
}

/** The five steps. The browser keeps the draft. The confirmed NDA comes from the server. */
export function Wizard({ initial, nda, choice }: WizardProps) {
  const { t } = useTranslation('wizard');
  const store = useSteps(initial, nda);
  const { currentStep } = store.state;
  const { asking, setAsking, startNew, reuse, confirm } = useRestart(store, nda);
  usePreloadedSteps();
  useCorrectedAddresses(nda, store);
  const [errand, setErrand] = useState<Errand | null>(null);
  const goTo = (step: WizardStep, what: Errand | null = null) => {
    setErrand(what);
    store.goTo(step);
  };
  return (
    <div className="page-width">
      <Steps
        current={currentStep}
        complete={nda?.status === 'sent'}
        labels={LABELS.map((step) => t(`steps.${step}`))}
      />
      {currentStep <= 3 && <CookiesNotice need="agreement" className="wizard-elsewhere" />}
      {currentStep <= 3 && cookies.refusals() === 0 && drafts.areInTab() && (
        <Suspense>
          <DraftNotice />
        </Suspense>
      )}
      {store.otherTab !== null && currentStep <= 3 && <OtherTabNotice otherTab={store.otherTab} />}
      <Suspense fallback={<StepWaiting step={currentStep} nda={nda} chosen={choice[0]} />}>
        <CurrentStep
          store={store}
          nda={nda}
          choice={choice}
          startNew={startNew}
          reuse={reuse}
          goTo={goTo}
          errand={errand}
        />
        <StepBeginning step={currentStep} errand={errand} onDone={() => setErrand(null)} />
      </Suspense>
      <OnDemand open={asking !== null}>
        <ConfirmDialog
          open={asking !== null}
          onOpenChange={(open) => !open && setAsking(null)}
          title={t(asking === 'reuse' ? 'reuseTitle' : 'startNewTitle')}
          description={t(asking === 'reuse' ? 'reuseText' : 'startNewText')}
          confirmLabel={t('startNewConfirm')}
          cancelLabel={t(asking === 'reuse' ? 'reuseCancel' : 'startNewCancel')}
          onConfirm={confirm}
        />
      </OnDemand>
    </div>
  );
}

interface CurrentStepProps {
  store: WizardStore;
  nda: NdaView | null;
  choice: KeptChoice;
  startNew: () => void;
  reuse: () => void;
  goTo: (step: WizardStep, errand?: Errand) => void;
  errand: Errand | null;
}

function CurrentStep({ store, nda, choice, startNew, reuse, goTo, errand }: CurrentStepProps) {
  const ndaId = nda?.id;
  const onSent = useCallback(() => ndaId !== undefined && clearDraftOf(ndaId), [ndaId]);
  const onConfirmed = useConfirmed(store.confirmed);
  const { state, draft, takenOver, keepForm } = store;
  const checkAtOnce = errand?.kind === 'check';
  const shared = { form: state.formData, takenOver, nda, draft, onChange: keepForm, checkAtOnce };
  if (state.currentStep === 1) {
    return (
      <StepForm key={1} step={1} {...shared} onContinue={() => goTo(2)}>
        <StepIdea onStartNew={startNew} />
      </StepForm>
    );
  }
  if (state.currentStep === 2) {
    return (
      <StepForm key={2} step={2} {...shared} onContinue={() => goTo(3)}>
        <StepTerms onBack={() => goTo(1)} onStartNew={startNew} />
      </StepForm>
    );
  }
  // After a confirmation, the page of the new NDA is about to appear. Until then the review stays, so that
  // nobody signs the old NDA.
  if (state.currentStep === 3 || nda === null || nda.id !== state.ndaId) {
    return (
      <StepReview
        form={state.formData}
        nda={nda}
        onBack={() => goTo(2)}
        onStartNew={startNew}
        onOpenStep={(step) => goTo(step, { kind: 'check' })}
        onChangeField={(field) => goTo(1, { kind: 'change', field })}
        onConfirmed={onConfirmed}
      />
    );
  }
  if (state.currentStep === 4)
    return (
      <SigningStep
        nda={nda}
        choice={choice}
        onBack={() => goTo(3)}
        onStartNew={startNew}
        onCompleted={() => goTo(5)}
        onReuse={reuse}
        paymentDialog={PaymentDialog}
      />
    );
  return (
    <FinishStep
      nda={nda}
      onToSigning={() => goTo(4)}
      onSent={onSent}
      onReuse={reuse}
      onLeave={(to) => leaveAgreement(nda.id, to)}
      paymentDialog={PaymentDialog}
    />
  );
}
