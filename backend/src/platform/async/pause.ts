import { setTimeout } from 'node:timers/promises';

/** Resolves after this many milliseconds, or as soon as the signal is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, signal && { signal }).catch(() => undefined);
}
