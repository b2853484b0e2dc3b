import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameView } from '../../lib/own-title.js';
import { focusField } from './wizard-fields.js';
import type { WizardField } from './wizard-form.js';
import type { WizardStep } from './wizard-state.js';

/** The reason why the user came to a step, if not to begin it: to check all fields, or to change one. */
export type Errand = { kind: 'check' } | { kind: 'change'; field: WizardField };

export interface StepBeginningProps {
  step: WizardStep;
  errand: Errand | null;
  onDone: () => void;
}

/**
 * Sets the title of a step and begins it at the top: its heading takes the focus, or the field that the user
 * came to change. It is rendered beside the step in the same Suspense boundary, so that it acts when the step
 * is there.
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
