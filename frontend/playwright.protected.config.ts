import { fileURLToPath } from 'node:url';
import { defineConfig, type Project } from '@playwright/test';
import ordinary from './playwright.config.js';

const relay = fileURLToPath(new URL('e2e/protected/firefox-relay.mjs', import.meta.url));

const firefox = (name: string, preferences: Readonly<Record<string, string | boolean>>): Project => ({
  name: `firefox-${name}`,
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: relay, args: [], firefoxUserPrefs: preferences },
  },
});

/**
 * Runs tests in browsers that falsify a canvas for scripts. A script that reads a canvas gets other pixels
 * than the screen shows (rule:stored-as-drawn).
 */
export default defineConfig({
  ...ordinary,
  use: { ...ordinary.use, screenshot: 'only-on-failure' },
  testDir: './e2e/protected',
  testMatch: '**/*.protected.ts',
  fullyParallel: false,
  workers: 1,
  projects: [
    // The default of Tor Browser, Mullvad Browser and LibreWolf.
    firefox('resist', { 'privacy.resistFingerprinting': true }),
    firefox('all-targets', {
      'privacy.fingerprintingProtection': true,
      'privacy.fingerprintingProtection.overrides': '+AllTargets',
    }),
    firefox('strict', {
      'browser.contentblocking.category': 'strict',
      'privacy.fingerprintingProtection': true,
    }),
    { name: 'chromium-noise' },
  ],
});
