import type { Lease, LeaseKeeper } from './lease.js';

/**
 * Waits until this backend holds the lease, does the work, and gives the lease up. The work itself must check
 * `lease.held()` and use the epoch. If the signal is aborted during the wait, rejects with the signal's
 * reason.
 */
export async function withLease<Result>(
  keeper: LeaseKeeper,
  name: string,
  work: (lease: Lease) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let gained: (lease: Lease) => void = () => undefined;
  let giveUp: () => void = () => undefined;
  const first = new Promise<Lease>((resolve, reject) => {
    gained = resolve;
    if (signal === undefined) return;
    giveUp = () => reject(asError(signal));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
  const campaign = keeper.campaign(name, { gained, lost: () => undefined });
  try {
    return await work(await first);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    await campaign.stop();
  }
}

const asError = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error('aborted');
