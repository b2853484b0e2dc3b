import { type ReactNode, Suspense, useState } from 'react';

/** A dialog whose script comes when it is first opened; it stays then, so that it can close as dialogs do. */
export function OnDemand({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
