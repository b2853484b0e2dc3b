// Runs the built service for a script. The service ends in an orderly way even if the script is killed. On a slow
// machine its limits of time are longer, like all limits of the tests (time-factor.mjs).
import './end-with-parent.mjs';
import { existsSync } from 'node:fs';

/** The default limits of the service, in milliseconds (app/backend-options.ts). */
const LIMITS = {
  connectMs: 5_000,
  answerMs: 5_000,
  visibleMs: 2_000,
  rowsMs: 30_000,
  jobsMs: 5_000,
  cutMs: 8_000,
  stopMs: 20_000,
};

const factor = Number(process.env.TEST_TIME_FACTOR ?? 1);
const built = (path) => new URL(`../backend/dist/${path}`, import.meta.url);
const bundled = built('bundle/serve.js');
const { serve } = await import((existsSync(bundled) ? bundled : built('cli/serve.js')).href);
void serve(Object.fromEntries(Object.entries(LIMITS).map(([name, ms]) => [name, Math.ceil(ms * factor)])));
