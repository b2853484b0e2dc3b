/**
 * Work that runs every `everyMs` on the one backend that leads it. It must be harmless if it runs twice. It
 * only finds due work, and then appends events or enqueues jobs.
 */
export interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}
