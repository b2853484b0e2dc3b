import type { NdaView } from '@siegel/contracts/nda/view';
import { addressIn } from '@siegel/contracts/addresses';
import { PAGES } from '@siegel/contracts/pages';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, useNavigate } from 'react-router-dom';
import { OnDemand } from '../../components/on-demand.js';
import { Skeleton } from '../../components/skeleton.js';
import { Steps } from '../../components/steps.js';
import { currentLanguage } from '../../lib/language.js';
import { leaveTo } from '../../lib/leave.js';
import { KEYS, local } from '../../lib/storage.js';
import { discardWizardDraft, writeJson } from '../../lib/stored-draft.js';
import { idle } from '../../lib/when-idle.js';
import { clearSentDraft } from './clear-sent-draft.js';
import { ElsewhereNotice } from './elsewhere-notice.js';
import { type Errand, StepBeginning } from './step-beginning.js';
import { StepForm } from './step-form.js';
import { StepIdea } from './step-idea.js';
import { StepTerms } from './step-terms.js';
import { useStepHistory } from './use-step-history.js';
import { useWizardState, type WizardStore } from './use-wizard-state.js';
import { formFromNda, hasWork, type WizardForm } from './wizard-form.js';
import { loadRules } from './wizard-resolver.js';
import { asNewDraft, isLinkOut, stepOfNda, type WizardState, type WizardStep } from './wizard-state.js';

const LABELS = [1, 2, 3, 4, 5] as const;

const loadReview = () => import('./step-review.js');
const loadLater = () => import('./later-steps.js');
const loadConfirm = () => import('../../components/confirm-dialog.js');
const StepReview = lazy(async () => ({ default: (await loadReview()).StepReview }));
const SigningStep = lazy(async () => ({ default: (await loadLater()).SigningStep }));
const FinishStep = lazy(async () => ({ default: (await loadLater()).FinishStep }));
const PaymentDialog = lazy(async () => ({ default: (await loadLater()).PaymentDialog }));
const ConfirmDialog = lazy(async () => ({ default: (await loadConfirm()).ConfirmDialog }));

/** Of steps 4 and 5. */
const LATER_TEXTS = ['signing', 'payment', 'finish', 'invitation'];

/** What is at the address of an agreement is mostly signed or paid next: that comes while the agreement does. */
export function useLaterSteps(): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    Promise.all([loadLater(), i18n.loadNamespaces(LATER_TEXTS)]).catch(() => undefined);
  }, [i18n]);
}

/** Each step that may come next is there before somebody comes to it. What cannot be had now is asked for again then. */
function useStepsAhead(): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    const load = async (): Promise<void> => {
      await idle();
      await Promise.all([loadReview(), loadLater(), loadConfirm(), i18n.loadNamespaces(LATER_TEXTS)]);
    };
    load().catch(() => undefined);
  }, [i18n]);
}

function useStartNew({ draft }: WizardStore) {
  const [asking, setAsking] = useState(false);
  const discard = useCallback(() => {
    discardWizardDraft();
    leaveTo('/');
  }, []);
  const startNew = () => {
    const { ndaId, formData } = draft.snapshot().state;
    if (ndaId !== null || hasWork(formData)) setAsking(true);
    else discard();
  };
  return { asking, setAsking, startNew, discard };
}

/** A new draft with the data of an agreement that came to nothing. */
function startWith(nda: NdaView): void {
  discardWizardDraft();
  writeJson(local, KEYS.wizard, asNewDraft({ currentStep: 1, formData: formFromNda(nda), ndaId: nda.id }));
  leaveTo(PAGES.create.path);
}

/**
 * Where the browser's history may lead: not past a step that still lacks something, not before the end once
 * both have signed.
 */
async function reachable(
  step: WizardStep,
  { formData, ndaId }: WizardState,
  nda: NdaView | null,
): Promise<WizardStep> {
  if (nda !== null && stepOfNda(nda) === 5) return 5;
  if (ndaId !== null) return Math.min(step, nda !== null && isLinkOut(nda) ? 5 : 4) as WizardStep;
  // Back is always possible, and needs no rules.
  if (step === 1) return 1;
  const { firstOpenStep } = await loadRules();
  return Math.min(step, firstOpenStep(formData) ?? 3) as WizardStep;
}

/** Each step taken is also an entry of the browser's history. */
function useSteps(initial: WizardState, nda: NdaView | null): WizardStore {
  const store = useWizardState(initial);
  const { currentStep } = store.state;
  const record = useStepHistory(currentStep, (wanted) => {
    if (wanted === currentStep) return;
    reachable(wanted, store.draft.snapshot().state, nda).then(
      (step) => step !== currentStep && store.goTo(step),
      // Without the rules nobody is let on; the review itself says what is missing.
      () => undefined,
    );
  });
  const goTo = (step: WizardStep) => {
    store.goTo(step);
    // Nothing leads back from the end to the signatures; to the link, as long as it waits, something does.
    record(step, { replace: step === 5 && !(nda !== null && isLinkOut(nda)) });
  };
  return { ...store, goTo };
}

/**
 * On to the signatures at the address of what was confirmed. The review stays behind them in the browser's
 * history, at that address too, so that its back button leads there.
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

/** An address is corrected at the agreement itself; the draft follows, so that it is no change of the draft. */
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
}

/** The five steps. What stands here is kept in the browser; what is confirmed comes from the server. */
export function Wizard({ initial, nda }: WizardProps) {
  const { t } = useTranslation('wizard');
  const store = useSteps(initial, nda);
  const { currentStep } = store.state;
  const { asking, setAsking, startNew, discard } = useStartNew(store);
  useStepsAhead();
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
      {store.elsewhere !== null && currentStep <= 3 && <ElsewhereNotice elsewhere={store.elsewhere} />}
      <Suspense fallback={<StepComing />}>
        <CurrentStep store={store} nda={nda} startNew={startNew} goTo={goTo} errand={errand} />
        <StepBeginning step={currentStep} errand={errand} onDone={() => setErrand(null)} />
      </Suspense>
      <OnDemand open={asking}>
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={t('startNewTitle')}
          description={t('startNewText')}
          confirmLabel={t('startNewConfirm')}
          cancelLabel={t('startNewCancel')}
          onConfirm={discard}
        />
      </OnDemand>
    </div>
  );
}

function StepComing() {
  return (
    <div className="wizard-loading">
      <Skeleton title lines={['most', 'half', 'full', 'full', 'full', 'short']} />
    </div>
  );
}

interface CurrentStepProps {
  store: WizardStore;
  nda: NdaView | null;
  startNew: () => void;
  goTo: (step: WizardStep, errand?: Errand) => void;
  errand: Errand | null;
}

function CurrentStep({ store, nda, startNew, goTo, errand }: CurrentStepProps) {
  const ndaId = nda?.id;
  const onSent = useCallback(() => ndaId !== undefined && clearSentDraft(ndaId), [ndaId]);
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
  if (state.currentStep === 3 || nda === null) {
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
        onBack={() => goTo(3)}
        onStartNew={startNew}
        onCompleted={() => goTo(5)}
        onReuse={() => startWith(nda)}
        paymentDialog={PaymentDialog}
      />
    );
  return (
    <FinishStep
      nda={nda}
      onToSigning={() => goTo(4)}
      onSent={onSent}
      onReuse={() => startWith(nda)}
      paymentDialog={PaymentDialog}
    />
  );
}
