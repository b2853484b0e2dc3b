/** Milliseconds between two looks whether the service can be reached again. */
export const LOOK_MS = 10_000;

type Listener = () => void;
const listeners = new Set<Listener>();
let isLost = false;
let timer: ReturnType<typeof setInterval> | undefined;

function tell(lost: boolean): void {
  clearInterval(timer);
  // Also where nobody does anything, what was lost is seen to be back.
  timer = lost ? setInterval(look, LOOK_MS) : undefined;
  if (lost === isLost) return;
  isLost = lost;
  for (const listener of listeners) listener();
}

/** What a browser thinks of its network is a reason to look, and no more: it knows nothing of the way behind it. */
function look(): void {
  if (document.visibilityState === 'hidden') return;
  fetch('/api/site', { method: 'HEAD', cache: 'no-store' }).then(connection.answered, connection.failed);
}

/** Whether calls reach the service, as they say themselves. */
export const connection = {
  /** An answer came, whatever it says. */
  answered: (): void => tell(false),
  failed: (): void => tell(true),
  isLost: (): boolean => isLost,
  subscribe(listener: Listener): Listener {
    if (listeners.size === 0) for (const event of ['online', 'offline']) window.addEventListener(event, look);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      for (const event of ['online', 'offline']) window.removeEventListener(event, look);
    };
  },
};
