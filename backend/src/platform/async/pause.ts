import { setTimeout } from 'node:timers/promises';

/** Resolves after this many milliseconds, or at once when the signal is or gets aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, signal && { signal }).catch(() => undefined);
}
