#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** Runs from few files if the build left a bundle, as the service does (scripts/bundle-backend.mjs). */
const bundled = new URL('../bundle/siegel.main.js', import.meta.url);
await import(existsSync(bundled) ? bundled.href : './siegel.main.js');
