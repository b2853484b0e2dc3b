import { addressIn } from '@siegel/contracts/addresses';
import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { cameBack } from '../../lib/came-back.js';
import { currentLanguage } from '../../lib/language.js';
import type { WizardStep } from './wizard-state.js';

/** The step that an entry of the browser's history stands for, if it is one of ours. */
export function stepIn(state: unknown): WizardStep | undefined {
  const step: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'step') : undefined;
  return [1, 2, 3, 4, 5].includes(step as number) ? (step as WizardStep) : undefined;
}

export type RecordStep = (step: WizardStep, options?: { replace: boolean }) => void;

/**
 * Each step is an entry of the browser's history, so that its back and forward buttons go from step to step.
 * `show` is called with the step of the entry that they lead to; the returned function records a step taken
 * on the page.
 */
export function useStepHistory(current: WizardStep, show: (step: WizardStep) => void): RecordStep {
  const location = useLocation();
  const { pathname, hash, search, state } = location;
  const navigate = useNavigate();
  const action = useNavigationType();
  const seen = useRef<typeof location | undefined>(undefined);
  // In the language of now: the router does not know of one that was chosen since it came to this place.
  const record: RecordStep = (step, options) =>
    void navigate(addressIn(currentLanguage(), `${pathname}${hash}`), { ...options, state: { step } });
  const arrive = useEffectEvent((first: boolean) => {
    const step = stepIn(state);
    // A payment that somebody comes back from stays until it is looked for (rule:payment-returns).
    if (step === undefined && cameBack())
      void navigate(`${pathname}${search}${hash}`, { replace: true, state: { step: current } });
    else if (step === undefined) record(current, { replace: true });
    else if (first || action === NavigationType.Pop) show(step);
  });
  // By the place itself, not by its key: whoever goes back at once comes to the entry that was the last one shown, since
  // the router renders a new one only when there is time.
  useEffect(() => {
    if (seen.current === location) return;
    const first = seen.current === undefined;
    seen.current = location;
    arrive(first);
  }, [location]);
  // Each step begins at its top, also where the browser remembers another place.
  useEffect(() => {
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, []);
  return record;
}
