#!/usr/bin/env node
import { existsSync } from 'node:fs';

/**
 * If the build produced a bundle (scripts/bundle-backend.mjs), the command runs from the bundle, as the
 * service does. A bundle consists of only a few files.
 */
const bundled = new URL('../bundle/siegel.main.js', import.meta.url);
await import(existsSync(bundled) ? bundled.href : './siegel.main.js');
