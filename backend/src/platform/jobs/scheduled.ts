/**
 * Work by the clock: one leader each, run every `everyMs`; may run twice. Only finds what is due and appends
 * or enqueues.
 */
export interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}
