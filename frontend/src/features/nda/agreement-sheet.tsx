import type { ReactNode } from 'react';
import { Dialog } from '../../components/dialog.js';
import { FIRST_FOCUS } from '../../components/first-focus.js';
import { scrollable } from './scrollable.js';

/**
 * Shows the agreement in a dialog that is as high as the window. The text gets the first focus, so that the
 * arrow keys scroll it.
 */
export function AgreementSheet({
  open,
  onOpenChange,
  title,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} tall>
      <section className="agreement-sheet-text" ref={scrollable} aria-label={title} {...FIRST_FOCUS}>
        {children}
      </section>
    </Dialog>
  );
}
