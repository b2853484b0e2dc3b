/**
 * Work that runs every `everyMs` milliseconds on one backend, the leader. Running the work twice must be
 * harmless. A run only finds due work, and then appends events or enqueues jobs.
 */
export interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}
