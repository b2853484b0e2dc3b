import { type ReactNode, Suspense, useState } from 'react';

/**
 * Loads a dialog's script when the dialog is first opened. After that, the dialog stays mounted even when it
 * is not open, because it must still be rendered while it closes.
 */
export function OnDemand({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
