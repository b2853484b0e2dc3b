/**
 * Work by the clock: one leader each, run every `everyMs`; may run twice. It only finds due work and appends
 * or enqueues.
 */
export interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}
