import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 200;
/** Milliseconds for which a figure may be that of a moment ago. */
export const STALE_MS = 2_500;
const FIGURE = /^(?:subscription_lag_seconds|jobs_backlog_age_seconds)\{.*\} (.+)$/gm;

/**
 * Resolves when a backend has seen its whole log and no job is due: what it does then is what was asked for. All of its
 * figures are of after this was asked.
 */
export async function settled(address: string): Promise<void> {
  let since: number | undefined;
  for (;;) {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    const figures = [...metrics.matchAll(FIGURE)].map(([, figure]) => Number(figure));
    if (figures.length === 0 || figures.some((figure) => figure !== 0)) since = undefined;
    else since ??= performance.now();
    if (since !== undefined && performance.now() - since > STALE_MS) return;
    await pause(LOOK_MS);
  }
}
