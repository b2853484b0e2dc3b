import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 200;
const FIGURE = /^(?:subscription_lag_seconds|jobs_backlog_age_seconds)\{.*\} (.+)$/gm;

/** Resolves when a backend has seen its whole log and no job is due: what it does then is what was asked for. */
export async function settled(address: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    const figures = [...metrics.matchAll(FIGURE)].map(([, figure]) => Number(figure));
    if (figures.length > 0 && figures.every((figure) => figure === 0)) return;
    await pause(LOOK_MS);
  }
}
