/** Milliseconds after which a call gets an answer in any case. */
export const OPTIMISE_MS = 30_000;
export const CHAT_MS = 60_000;
/**
 * The work must end this many milliseconds before the limit, so that there is time to respond that it took
 * too long.
 */
export const MARGIN_MS = 1000;
