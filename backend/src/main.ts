import { existsSync } from 'node:fs';

/**
 * The whole service in few files, as the build leaves it (scripts/bundle-backend.mjs). Loading it saves half
 * of a start's computing time.
 */
const bundled = new URL('bundle/serve.js', import.meta.url);
const { serve } = (await import(
  existsSync(bundled) ? bundled.href : './cli/serve.js'
)) as typeof import('./cli/serve.js');

void serve();
