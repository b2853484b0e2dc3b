// Sees to it that there is a browser for the tests: one found on the machine, else Debian's package as root,
// else Playwright's own.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root, run } from './workspace.mjs';

/** Where playwright.config.ts looks too. */
const places = JSON.parse(readFileSync(join(root, 'frontend/e2e/browsers.json'), 'utf8'));

export async function ensureBrowser(say = () => {}) {
  if (places.some((path) => existsSync(path))) return;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebianRoot) {
    say('Installing the chromium package');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    return;
  }
  say("Installing Playwright's Chromium");
  await run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
}

/** Playwright, once packages are installed, and how its browser starts on this machine. */
export function playwright() {
  const { chromium, request } = createRequire(join(root, 'frontend/package.json'))('@playwright/test');
  const executablePath = process.env.E2E_BROWSER ?? places.find((path) => existsSync(path));
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { chromium, request, executablePath: executablePath ?? chromium.executablePath(), args };
}
