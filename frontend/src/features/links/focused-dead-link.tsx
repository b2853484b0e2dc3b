import { useEffect, useRef } from 'react';
import { DeadLink } from './dead-link.js';

/**
 * Shows the card for dead links after the user has pressed a button. The button has disappeared together with
 * its page, so the card's heading takes the focus.
 */
export function FocusedDeadLink({ damaged }: { damaged: boolean }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = top.current?.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={top}>
      <DeadLink damaged={damaged} />
    </div>
  );
}
