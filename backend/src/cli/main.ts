#!/usr/bin/env node
import { existsSync } from 'node:fs';

/**
 * If the build produced a bundle, the command runs from the bundle, which consists of a few files. The
 * service does the same (scripts/bundle-backend.mjs).
 */
const bundled = new URL('../bundle/siegel.main.js', import.meta.url);
await import(existsSync(bundled) ? bundled.href : './siegel.main.js');
