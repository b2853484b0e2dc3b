import { useEffect, useRef } from 'react';
import { DeadLink } from './dead-link.js';

/**
 * The card of dead links after a press. The pressed button is gone with its page, so the heading of the card
 * takes the focus.
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
