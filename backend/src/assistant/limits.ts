/** Milliseconds after which a call is answered in any case. */
export const OPTIMISE_MS = 30_000;
export const CHAT_MS = 60_000;
/** So much sooner the work ends by itself, and can say that it took too long. */
export const MARGIN_MS = 1000;
