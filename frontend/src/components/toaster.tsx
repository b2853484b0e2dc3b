import { lazy, Suspense, useEffect, useState } from 'react';

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.js')).ToastRegion }));

/** Loads the toast region once the first page stands: it is not needed for that one. Toasts shown before wait in the store. */
export function Toaster() {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready ? (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  ) : null;
}
