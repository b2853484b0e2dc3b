import type { Pool } from 'pg';
import type { BackgroundWork } from '../app/background-runner.js';
import { backgroundWork } from '../app/background-work.js';
import { createErasers } from '../app/erasers.js';
import type { RunningBackend } from '../app/backend-options.js';
import { Commands } from '../bus/commands.js';
import { scheduleSweep } from '../eventsourcing/reactions/sweep.js';
import { createJanitor } from '../platform/jobs/janitor.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { silentLogger } from '../platform/logging/logger.js';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/wiring/tokens.js';

/** What a backend does beside requests, made once more; its statements go to a pool that may be counted. */
export function workOf({ app, infrastructure }: RunningBackend, pool: Pool): BackgroundWork {
  const erasers = createErasers(infrastructure, {
    config: app.get<Config>(CONFIG),
    commands: app.get(Commands),
    settle: () => Promise.reject(new Error('nothing is erased here')),
  });
  return backgroundWork(app, { ...infrastructure, backgroundPool: pool }, erasers);
}

/** All that it does by the clock, to be run by hand. */
export function ticksOf(backend: RunningBackend, pool: Pool): readonly Scheduled[] {
  const { sweeps, scheduled } = workOf(backend, pool);
  const parts = { pool, logger: silentLogger };
  return [
    createJanitor({ ...parts, graceMs: 0 }),
    ...sweeps.map((sweep) => scheduleSweep(sweep, parts)),
    ...scheduled,
  ];
}
