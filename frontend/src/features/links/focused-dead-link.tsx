import { useEffect, useRef } from 'react';
import { DeadLink } from './dead-link.js';

/**
 * The card of dead links, shown after the user pressed a button. That button is gone with its page, so the
 * card's heading takes the focus.
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
