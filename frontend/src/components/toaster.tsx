import { lazy, Suspense, useSyncExternalStore } from 'react';
import { idle } from '../lib/when-idle.js';
import { toasts } from './toast-store.js';

const ToastRegion = lazy(async () => {
  await idle();
  return { default: (await import('./toast-region.js')).ToastRegion };
});

/**
 * Loads the toast region on pages that may show a toast. The region has its own script. If a toast is shown
 * before this script is loaded, the toast waits in the store.
 */
export function Toaster() {
  const expected = useSyncExternalStore(toasts.subscribe, toasts.isExpected, toasts.isExpected);
  return <Suspense fallback={null}>{expected && <ToastRegion />}</Suspense>;
}
