import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { laterFiles, runs } from '../scripts/tier.mjs';

const read = <Content>(path: string): Content =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Content;
/**
 * Paths where a browser may already be installed. If none of them exists, Playwright uses its own browser,
 * which `npm test` installs. With Chromium's headless shell, the tests take little more than half of the
 * time. `npm run test:long` uses the full browser, because people use the full browser.
 */
const places = [
  ...(runs('long') ? [] : [read<string>('./e2e/headless-shell.json')]),
  ...read<readonly string[]>('./e2e/browsers.json'),
];
/** Path of the browser. `E2E_BROWSER` overrides the paths above. */
const executablePath = process.env.E2E_BROWSER ?? places.find((path) => existsSync(path));
/**
 * Factor for all time limits. The test command measures how many times slower this machine is than an idle
 * machine.
 */
const factor = Number(process.env.TEST_TIME_FACTOR ?? 1);
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: './e2e',
  testIgnore: laterFiles.map((name) => new RegExp(name)),
  outputDir: '../.cache/e2e-results',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  forbidOnly: true,
  reporter: 'line',
  // Far longer than any test needs. Only a test that waits in vain takes so long.
  timeout: Math.ceil(180_000 * factor),
  expect: { timeout: Math.ceil(40_000 * factor) },
  use: {
    // The test command starts the backend and passes its address.
    baseURL: process.env.E2E_BASE_URL ?? 'http://localhost:3000',
    viewport: { width: 1440, height: 900 },
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
