import { existsSync } from 'node:fs';

/**
 * The whole service in a few files, if the build has left them (scripts/bundle-backend.mjs). Loading these
 * saves half of a start's computing time.
 */
const bundled = new URL('bundle/serve.js', import.meta.url);
const { serve } = (await import(
  existsSync(bundled) ? bundled.href : './cli/serve.js'
)) as typeof import('./cli/serve.js');

void serve();
