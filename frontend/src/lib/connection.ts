/** Milliseconds between two checks whether the service can be reached again. */
export const POLL_MS = 10_000;

let isLost = false;
let timer: ReturnType<typeof setInterval> | undefined;
let notifyBanner = (): void => undefined;

function setLost(lost: boolean): void {
  clearInterval(timer);
  // Polls while the connection is lost, so that its return is noticed without any user action.
  timer = lost ? setInterval(poll, POLL_MS) : undefined;
  isLost = lost;
  notifyBanner();
}

/**
 * Checks whether the service answers. A network event of the browser is only a reason to check: it says
 * nothing about the way to the service.
 */
function poll(): void {
  // This answer is served with `no-cache`, so every request reaches the server.
  fetch('/api/site').then(connection.answered, connection.failed);
}
for (const event of ['online', 'offline']) addEventListener(event, poll);

/** Whether calls reach the service. Every call reports its result here. */
export const connection = {
  /** Any answer counts, whatever it says. */
  answered: (): void => setLost(false),
  failed: (): void => setLost(true),
  isLost: (): boolean => isLost,
  /** There is one subscriber, the banner, and it stays as long as the page. */
  subscribe(listener: () => void): () => void {
    notifyBanner = listener;
    return () => undefined;
  },
};
