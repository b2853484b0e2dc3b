import type { Pool } from 'pg';
import type { BackgroundWork } from '#src/app/background-runner';
import { backgroundWork } from '#src/app/background-work';
import { createErasers } from '#src/app/erasers';
import type { RunningBackend } from '#src/app/backend-options';
import { Commands } from '#src/bus/commands';
import { scheduleSweep } from '#src/eventsourcing/reactions/sweep';
import { createJanitor } from '#src/platform/jobs/janitor';
import type { Scheduled } from '#src/platform/jobs/scheduled';
import { silentLogger } from '#src/platform/logging/logger';
import type { Config } from '#src/platform/config/config';
import { CONFIG } from '#src/platform/wiring/tokens';

/**
 * Builds a second copy of a backend's background work. The copy sends its statements to this pool, so that a
 * test can count the statements.
 */
export function workOf({ app, infrastructure }: RunningBackend, pool: Pool): BackgroundWork {
  const erasers = createErasers(infrastructure, {
    config: app.get<Config>(CONFIG),
    commands: app.get(Commands),
    settle: () => Promise.reject(new Error('nothing is erased here')),
  });
  return backgroundWork(app, { ...infrastructure, backgroundPool: pool }, erasers);
}

/**
 * Returns the backend's periodic tasks, so that a test can run them. The pass over the log is left out, because
 * it rests between its batches. It has tests of its own.
 */
export function ticksOf(backend: RunningBackend, pool: Pool): readonly Scheduled[] {
  const { sweeps, scheduled, pass } = workOf(backend, pool);
  const parts = { pool, logger: silentLogger };
  return [
    createJanitor({ ...parts, graceMs: 0 }),
    ...sweeps.map((sweep) => scheduleSweep(sweep, parts)),
    ...scheduled.filter((one) => one !== pass),
  ];
}
