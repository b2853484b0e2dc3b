#!/usr/bin/env node
import { existsSync } from 'node:fs';

/**
 * If the build left a bundle, the command runs from a few files, as the service does
 * (scripts/bundle-backend.mjs).
 */
const bundled = new URL('../bundle/siegel.main.js', import.meta.url);
await import(existsSync(bundled) ? bundled.href : './siegel.main.js');
