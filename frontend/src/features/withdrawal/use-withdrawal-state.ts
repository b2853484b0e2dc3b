import { ORDER_ANCHOR } from '@siegel/contracts/addresses';
import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import { useCallback, useEffect, useState } from 'react';
import { randomKey } from '../../lib/random-key.js';
import type { WithdrawalForm } from './withdrawal-form-values.js';

/**
 * State of the page in an entry of the browser's history, with everything that was typed: back, forward and a
 * reload lose nothing.
 */
export interface WithdrawalState {
  readonly view: 'form' | 'review' | 'done';
  readonly form: WithdrawalForm;
  /** Idempotency key, under which the same words count once only. */
  readonly key: string;
  /** The answer of the server. */
  readonly received?: WithdrawalReceivedView;
}

const stateIn = (state: unknown): WithdrawalState | undefined =>
  (state as { withdrawal?: WithdrawalState } | null)?.withdrawal;

/**
 * Order number from the link in the order confirmation. It is in the fragment of the address, which no server
 * gets.
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
  /** Shows another view: as a new entry of the browser's history, or in place of the current one. */
  readonly show: (next: WithdrawalState, how: 'step' | 'instead') => void;
}

/** Form and review are two entries of the browser's history. Nothing is stored anywhere else. */
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
      // Going forward in the browser also blurs a field, and by then the current entry is another one.
      const at = stateIn(window.history.state)?.view ?? 'form';
      if (at === 'form')
        window.history.replaceState({ withdrawal: { ...withdrawal, view: 'form', form } }, '');
    },
    [withdrawal],
  );
  return { withdrawal, save, show };
}
