/** Interval, in milliseconds, at which the page checks the service while the service cannot be reached. */
export const POLL_MS = 10_000;

let isLost = false;
let timer: ReturnType<typeof setInterval> | undefined;
let notifyBanner = (): void => undefined;

function setLost(lost: boolean): void {
  clearInterval(timer);
  // Poll while the connection is lost, so that the page notices without any user action that the connection
  // is back.
  timer = lost ? setInterval(poll, POLL_MS) : undefined;
  isLost = lost;
  notifyBanner();
}

/**
 * Checks whether the service responds. A network event of the browser only triggers this check, because the
 * event does not say whether the service can be reached.
 */
function poll(): void {
  // The response has `no-cache`, so every request reaches the server.
  fetch('/api/site').then(connection.answered, connection.failed);
}
for (const event of ['online', 'offline']) addEventListener(event, poll);

/** Knows whether calls reach the service. Every call reports its result here. */
export const connection = {
  /** Called after any response, whatever its status is. */
  answered: (): void => setLost(false),
  failed: (): void => setLost(true),
  isLost: (): boolean => isLost,
  /** The banner is the only subscriber. It exists for as long as the page, so it never has to unsubscribe. */
  subscribe(listener: () => void): () => void {
    notifyBanner = listener;
    return () => undefined;
  },
};
