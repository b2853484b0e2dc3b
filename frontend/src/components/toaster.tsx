import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasts } from './toast-store.js';

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.js')).ToastRegion }));

/**
 * The toast region is a script of its own, for pages that have something to say. Toasts shown before it is
 * there wait in the store.
 */
export function Toaster() {
  const expected = useSyncExternalStore(toasts.subscribe, toasts.isExpected, toasts.isExpected);
  return <Suspense fallback={null}>{expected && <ToastRegion />}</Suspense>;
}
