import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** A browser that is already here is used; without one Playwright's own (installed beforehand) is. */
const KNOWN_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];
/** The test command names the one it found. */
const executablePath = process.env.E2E_BROWSER ?? KNOWN_BROWSERS.find((path) => existsSync(path));
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: './e2e',
  outputDir: '../.cache/e2e-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'line',
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    // The test command starts the backend and passes its address.
    baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:3000',
    viewport: { width: 1440, height: 900 },
    // axe is brought into the page by the test, which the content security policy would refuse.
    bypassCSP: true,
    trace: 'off',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
