import type { NdaView } from '@siegel/contracts/nda/view';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton, type SkeletonLine } from '../../components/skeleton.js';
import { Steps } from '../../components/steps.js';
import { choiceOf, type SigningChoice } from '../signing/signing-choice.js';
import { SigningHeading } from '../signing/signing-heading.js';
import { isSignedHere } from '../signing/turn.js';
import { PreviewPlaceholder } from './preview-placeholder.js';
import type { WizardStep } from './wizard-state.js';

const LABELS = [1, 2, 3, 4, 5] as const;
const LINES: readonly SkeletonLine[] = ['most', 'half', 'full', 'full', 'full', 'short'];

export interface StepWaitingProps {
  step: WizardStep;
  nda: NdaView | null;
  /** Party 1's choice of how the parties sign. Null if Party 1 has not chosen on this page. */
  chosen: SigningChoice | null;
}

/**
 * Placeholder of a step while the step's file is loading. If the next signature is given at this screen, the
 * placeholder of step 4 already shows the heading of step 4.
 */
export function StepWaiting({ step, nda, chosen }: StepWaitingProps) {
  if (step === 4 && nda !== null && isSignedHere(nda)) {
    return (
      <div className="step-page step-start">
        <SigningHeading nda={nda} choice={chosen ?? choiceOf(nda)} />
        <Skeleton lines={LINES} />
      </div>
    );
  }
  return (
    <div className="wizard-waiting">
      <Skeleton title lines={LINES} />
    </div>
  );
}

function Waiting({ step, children }: { step: number; children: ReactNode }) {
  const { t } = useTranslation('wizard');
  return (
    <div className="page-width">
      <Steps current={step} labels={LABELS.map((each) => t(`steps.${each}`))} />
      {children}
    </div>
  );
}

/**
 * The first step as it is shown before any script has run. Its texts are at their final position, so that
 * people can read them while the fields load. If this browser keeps a draft, another step may follow, so
 * `wizard.css` hides the texts.
 */
export function DraftWaiting() {
  const { t } = useTranslation('wizard');
  return (
    <Waiting step={1}>
      <div className="wizard-columns">
        <div>
          <div className="page-heading first-step-words">
            <p className="heading-words">{t('idea.title')}</p>
            <p className="text-lead">{t('idea.lead')}</p>
          </div>
          <Skeleton lines={LINES} />
        </div>
        <PreviewPlaceholder />
      </div>
    </Waiting>
  );
}

/** Says that an agreement is loading. The served document contains this text before any script has run. */
export function AgreementWaiting() {
  const { t } = useTranslation('wizard');
  return (
    <Waiting step={4}>
      <div className="wizard-waiting">
        <div className="page-heading">
          <p className="heading-words">{t('load.loading')}</p>
        </div>
        <Skeleton lines={LINES} />
      </div>
    </Waiting>
  );
}
