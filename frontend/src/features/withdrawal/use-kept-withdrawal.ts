import { ORDER_ANCHOR } from '@siegel/contracts/addresses';
import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import { useCallback, useEffect, useState } from 'react';
import { randomKey } from '../../lib/random-key.js';
import type { WithdrawalForm } from './withdrawal-form-values.js';

/** What an entry of the browser's history stands for, with all that was typed: back, forward and a reload lose nothing. */
export interface KeptWithdrawal {
  readonly view: 'form' | 'review' | 'done';
  readonly form: WithdrawalForm;
  /** Under which the same words are sent once only. */
  readonly key: string;
  /** What the server answered. */
  readonly received?: WithdrawalReceivedView;
}

const keptIn = (state: unknown): KeptWithdrawal | undefined =>
  (state as { withdrawal?: KeptWithdrawal } | null)?.withdrawal;

/** The link of the order confirmation brings the order's number; no server is told of it. */
function orderOfAddress(): string {
  const { hash } = window.location;
  if (!hash.startsWith(ORDER_ANCHOR)) return '';
  try {
    return decodeURIComponent(hash.slice(ORDER_ANCHOR.length));
  } catch {
    return '';
  }
}

const begun = (): KeptWithdrawal => ({
  view: 'form',
  form: { name: '', email: '', reference: orderOfAddress(), message: '' },
  key: randomKey(),
});

export interface Keeping {
  readonly kept: KeptWithdrawal;
  /** Notes what was typed, without showing anything else. */
  readonly note: (form: WithdrawalForm) => void;
  /** Shows another view: as a step forward of the browser's history, or in place of the present one. */
  readonly show: (next: KeptWithdrawal, how: 'step' | 'instead') => void;
}

/** Form and repetition are two entries of the browser's history. Nothing is stored but there. */
export function useKeptWithdrawal(): Keeping {
  const [kept, setKept] = useState<KeptWithdrawal>(() => keptIn(window.history.state) ?? begun());
  useEffect(() => {
    const onPopState = ({ state }: PopStateEvent) => setKept((before) => keptIn(state) ?? before);
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);
  const show = useCallback((next: KeptWithdrawal, how: 'step' | 'instead') => {
    if (how === 'step') window.history.pushState({ withdrawal: next }, '');
    else window.history.replaceState({ withdrawal: next }, '');
    setKept(next);
  }, []);
  const note = useCallback(
    (form: WithdrawalForm) => {
      // Whoever goes on by the browser's own way leaves a field, too, and the entry is another one by then.
      const at = keptIn(window.history.state)?.view ?? 'form';
      if (at === 'form') window.history.replaceState({ withdrawal: { ...kept, view: 'form', form } }, '');
    },
    [kept],
  );
  return { kept, note, show };
}
