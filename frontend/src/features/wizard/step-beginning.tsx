import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameView } from '../../lib/own-title.js';
import { focusField } from './wizard-fields.js';
import type { WizardField } from './wizard-form.js';
import type { WizardStep } from './wizard-state.js';

/** Why the user came back to a step: to check all fields, or to change one field. */
export type Errand = { kind: 'check' } | { kind: 'change'; field: WizardField };

export interface StepBeginningProps {
  step: WizardStep;
  errand: Errand | null;
  onDone: () => void;
}

/**
 * Sets the title of a step and begins the step at the top. The focus goes to the step's heading, or to the
 * field that the user came back to change. This component is in the same Suspense boundary as the step, so it
 * acts only once the step is rendered.
 */
export function StepBeginning({ step, errand, onDone }: StepBeginningProps) {
  const { t } = useTranslation('wizard');
  const shown = useRef(step);
  const begin = useEffectEvent(() => {
    window.scrollTo(0, 0);
    if (errand?.kind === 'change') focusField(errand.field);
    else document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    onDone();
  });
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    begin();
  }, [step]);
  const title = `${t('steps.number', { step, name: t(`steps.${step}`) })} | ${PRODUCT_NAME}`;
  useEffect(() => nameView(title), [title]);
  return null;
}
