#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** As the service: from few files, as the build leaves them (scripts/bundle-backend.mjs). */
const bundled = new URL('../bundle/siegel.main.js', import.meta.url);
await import(existsSync(bundled) ? bundled.href : './siegel.main.js');
