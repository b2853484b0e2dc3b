/** Milliseconds between two checks whether the service can be reached again. */
export const LOOK_MS = 10_000;

let isLost = false;
let timer: ReturnType<typeof setInterval> | undefined;
let changed = (): void => undefined;

function tell(lost: boolean): void {
  clearInterval(timer);
  // Polls while the connection is lost, so that its return is noticed without any user action.
  timer = lost ? setInterval(look, LOOK_MS) : undefined;
  isLost = lost;
  changed();
}

/**
 * Checks whether the service answers. A network event of the browser is only a reason to check: it says
 * nothing about the way to the service.
 */
function look(): void {
  // This answer is served with `no-store`, so the request always reaches the server.
  fetch('/api/site').then(connection.answered, connection.failed);
}
for (const event of ['online', 'offline']) addEventListener(event, look);

/** Whether calls reach the service. Every call reports its result here. */
export const connection = {
  /** Any answer counts, whatever it says. */
  answered: (): void => tell(false),
  failed: (): void => tell(true),
  isLost: (): boolean => isLost,
  /** There is one subscriber, the banner, and it stays as long as the page. */
  subscribe(listener: () => void): () => void {
    changed = listener;
    return () => undefined;
  },
};
