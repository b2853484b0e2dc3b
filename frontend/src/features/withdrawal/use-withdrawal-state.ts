import { ORDER_ANCHOR } from '@siegel/contracts/addresses';
import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import { useCallback, useEffect, useState } from 'react';
import { randomKey } from '../../lib/random-key.js';
import type { WithdrawalForm } from './withdrawal-form-values.js';

/**
 * The page's state, kept in an entry of the browser's history. It contains all typed values, so back, forward
 * and a reload lose nothing.
 */
export interface WithdrawalState {
  readonly view: 'form' | 'review' | 'done';
  readonly form: WithdrawalForm;
  /** Idempotency key. The server accepts the same declaration only once under one key. */
  readonly key: string;
  /** The server's answer. */
  readonly received?: WithdrawalReceivedView;
}

const stateIn = (state: unknown): WithdrawalState | undefined =>
  (state as { withdrawal?: WithdrawalState } | null)?.withdrawal;

/**
 * Returns the order number from the link in the order confirmation. The order number is in the address's
 * fragment, which browsers do not send to servers.
 */
function orderOfAddress(): string {
  const { hash } = window.location;
  if (!hash.startsWith(ORDER_ANCHOR)) return '';
  try {
    return decodeURIComponent(hash.slice(ORDER_ANCHOR.length));
  } catch {
    return '';
  }
}

const initialState = (): WithdrawalState => ({
  view: 'form',
  form: { name: '', email: '', reference: orderOfAddress(), message: '' },
  key: randomKey(),
});

export interface WithdrawalHistory {
  readonly withdrawal: WithdrawalState;
  /** Stores the typed values without changing the view. */
  readonly save: (form: WithdrawalForm) => void;
  /**
   * Shows another view. Either adds an entry for the view to the browser's history (`step`), or replaces the
   * current entry (`instead`).
   */
  readonly show: (next: WithdrawalState, how: 'step' | 'instead') => void;
}

/**
 * Gives the form and the review separate entries in the browser's history. The state is stored nowhere else.
 */
export function useWithdrawalState(): WithdrawalHistory {
  const [withdrawal, setWithdrawal] = useState<WithdrawalState>(
    () => stateIn(window.history.state) ?? initialState(),
  );
  useEffect(() => {
    const onPopState = ({ state }: PopStateEvent) => setWithdrawal((before) => stateIn(state) ?? before);
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);
  const show = useCallback((next: WithdrawalState, how: 'step' | 'instead') => {
    if (how === 'step') window.history.pushState({ withdrawal: next }, '');
    else window.history.replaceState({ withdrawal: next }, '');
    setWithdrawal(next);
  }, []);
  const save = useCallback(
    (form: WithdrawalForm) => {
      // The current history entry may no longer be the form's entry, because a field also loses the focus
      // when the user presses the browser's forward button.
      const at = stateIn(window.history.state)?.view ?? 'form';
      if (at === 'form')
        window.history.replaceState({ withdrawal: { ...withdrawal, view: 'form', form } }, '');
    },
    [withdrawal],
  );
  return { withdrawal, save, show };
}
