/** Milliseconds after which a call is answered in any case. */
export const OPTIMISE_MS = 30_000;
export const CHAT_MS = 60_000;
/** Milliseconds by which the work ends earlier by itself, so that it can answer that it took too long. */
export const MARGIN_MS = 1000;
