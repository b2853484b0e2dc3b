import { addressIn } from '@siegel/contracts/addresses';
import { useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { isPaymentReturn } from '../../lib/is-payment-return.js';
import { currentLanguage } from '../../lib/language.js';
import { drafts } from './draft-storage.js';
import type { WizardStep } from './wizard-state.js';

/**
 * Returns the step of an entry in the browser's history. Undefined if the entry does not belong to the
 * wizard.
 */
export function stepIn(state: unknown): WizardStep | undefined {
  const step: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'step') : undefined;
  return [1, 2, 3, 4, 5].includes(step as number) ? (step as WizardStep) : undefined;
}

export type RecordStep = (step: WizardStep, options?: { replace: boolean }) => void;

/**
 * Makes each step an entry of the browser's history, so that the back and forward buttons go from step to
 * step. These buttons call `show` with the step of the entry that they lead to. The returned function records
 * a step that the user takes on the page.
 */
export function useStepHistory(current: WizardStep, show: (step: WizardStep) => void): RecordStep {
  const location = useLocation();
  const { pathname, hash, search, state } = location;
  const navigate = useNavigate();
  const action = useNavigationType();
  const seen = useRef<typeof location | undefined>(undefined);
  // The address must name the current language. The router does not know whether the language has changed
  // since it came to this entry.
  const record: RecordStep = (step, options) =>
    void navigate(addressIn(currentLanguage(), `${pathname}${hash}`), { ...options, state: { step } });
  const arrive = useEffectEvent((first: boolean) => {
    const step = stepIn(state);
    // If the user returns from the bank, the payment stays in the address until it is checked
    // (rule:payment-returns).
    if (step === undefined && isPaymentReturn())
      void navigate(`${pathname}${search}${hash}`, { replace: true, state: { step: current } });
    else if (step === undefined) record(current, { replace: true });
    else if (first || action === NavigationType.Pop) show(step);
  });
  // Compares the location object, not its key. The router renders a new entry only when it has time. A user
  // who goes back before the new entry is rendered arrives at the entry that was rendered last. The key is
  // then unchanged, but the location object is new.
  useEffect(() => {
    if (seen.current === location) return;
    const first = seen.current === undefined;
    seen.current = location;
    arrive(first);
    drafts.follow();
  }, [location]);
  // Each step begins at its top, even if the browser remembers another scroll position.
  useEffect(() => {
    const before = window.history.scrollRestoration;
    window.history.scrollRestoration = 'manual';
    return () => {
      window.history.scrollRestoration = before;
    };
  }, []);
  return record;
}
