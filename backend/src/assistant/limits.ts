/** Milliseconds after which a call gets a response even if the work has not ended. */
export const OPTIMISE_MS = 30_000;
export const CHAT_MS = 60_000;
/**
 * The work must end this many milliseconds before the limit. The remaining time is for the response that the
 * work took too long.
 */
export const MARGIN_MS = 1000;
