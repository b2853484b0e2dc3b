import { lazy, Suspense } from 'react';

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.js')).ToastRegion }));

/** The toast region comes in a script of its own: the first page does not wait for it. Toasts shown before wait in the store. */
export function Toaster() {
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  );
}
