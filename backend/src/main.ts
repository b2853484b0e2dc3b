import { existsSync } from 'node:fs';

/** All of the service in few files, as the build leaves it (scripts/bundle-backend.mjs): half the work of a start. */
const bundled = new URL('bundle/serve.js', import.meta.url);
const { serve } = (await import(
  existsSync(bundled) ? bundled.href : './cli/serve.js'
)) as typeof import('./cli/serve.js');

void serve();
