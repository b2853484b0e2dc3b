/** Milliseconds after which a call gets an answer in any case. */
export const OPTIMISE_MS = 30_000;
export const CHAT_MS = 60_000;
/** Milliseconds by which the work must end earlier, so that there is time to answer that it took too long. */
export const MARGIN_MS = 1000;
