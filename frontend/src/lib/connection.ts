/** Milliseconds between two looks whether the service can be reached again. */
export const LOOK_MS = 10_000;

let isLost = false;
let timer: ReturnType<typeof setInterval> | undefined;
let changed = (): void => undefined;

function tell(lost: boolean): void {
  clearInterval(timer);
  // Also where nobody does anything, what was lost is seen to be back.
  timer = lost ? setInterval(look, LOOK_MS) : undefined;
  isLost = lost;
  changed();
}

/** What a browser thinks of its network is a reason to look, and no more: it knows nothing of the way behind it. */
function look(): void {
  // It says of itself that it is asked for anew each time.
  fetch('/api/site').then(connection.answered, connection.failed);
}
for (const event of ['online', 'offline']) addEventListener(event, look);

/** Whether calls reach the service, as they say themselves. */
export const connection = {
  /** An answer came, whatever it says. */
  answered: (): void => tell(false),
  failed: (): void => tell(true),
  isLost: (): boolean => isLost,
  /** There is one banner, for as long as there is a page. */
  subscribe(listener: () => void): () => void {
    changed = listener;
    return () => undefined;
  },
};
