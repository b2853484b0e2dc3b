import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import { removeTokenFromAddress } from '../../lib/address-without-token.js';
import { loadProvider, loadProviderAgain } from './provider-script.js';

/**
 * If the provider's fields do not appear within this many milliseconds, the page offers another way to pay.
 */
export const SILENT_MS = 10_000;

export interface Provider {
  stripe: Stripe | undefined;
  /** Number of the attempt. Each attempt has its own fields. */
  attempt: number;
  /** True once the fields can be filled in. */
  ready: boolean;
  /**
   * True if the script or the fields could not be loaded, or if the fields did not appear in time. Fields
   * that appear later are still shown.
   */
  failed: boolean;
  onReady: () => void;
  onFailed: () => void;
  retry: () => void;
}

/**
 * Loads the provider's script when the card form is first shown, and waits for its fields
 * (rule:provider-script).
 */
export function useProvider(publishableKey: string): Provider {
  const [stripe, setStripe] = useState<Stripe>();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const onReady = useCallback(() => setState('ready'), []);
  const onFailed = useCallback(() => setState('failed'), []);
  useEffect(() => {
    let isOver = false;
    // The script reads the page's address and sends it to the provider. So the address must not contain the
    // token.
    removeTokenFromAddress();
    const loading = attempt === 0 ? loadProvider(publishableKey) : loadProviderAgain(publishableKey);
    loading.then(
      (loaded) => !isOver && setStripe(loaded),
      () => !isOver && setState('failed'),
    );
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'failed' : now)), SILENT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [publishableKey, attempt]);
  const retry = () => {
    setState('loading');
    setAttempt(attempt + 1);
  };
  return { stripe, attempt, ready: state === 'ready', failed: state === 'failed', onReady, onFailed, retry };
}
