import { existsSync } from 'node:fs';

/**
 * The build can bundle the whole service into a few files (scripts/bundle-backend.mjs). Loading the bundle
 * halves the CPU time of a start.
 */
const bundled = new URL('bundle/serve.js', import.meta.url);
const { serve } = (await import(
  existsSync(bundled) ? bundled.href : './cli/serve.js'
)) as typeof import('./cli/serve.js');

void serve();
