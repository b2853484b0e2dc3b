import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { nameView } from '../../lib/own-title.js';
import { focusField } from './wizard-fields.js';
import type { WizardField } from './wizard-form.js';
import type { WizardStep } from './wizard-state.js';

/** What somebody came to a step for, when not for its beginning. */
export type Errand = { kind: 'check' } | { kind: 'change'; field: WizardField };

export interface StepBeginningProps {
  step: WizardStep;
  errand: Errand | null;
  onDone: () => void;
}

/**
 * Each step has a title of its own, and begins at the top: its heading takes the focus, or the field that somebody came
 * for. Stands beside the step below one boundary, so that it acts when the step is there.
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
