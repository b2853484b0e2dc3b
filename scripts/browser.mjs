// Where a browser is, or how to get one: one found on the machine, else Debian's package as root, else
// Playwright's own.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './workspace.mjs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const found = () => places.find((path) => existsSync(path));

/** Path of an executable, or undefined where Playwright's own is to be used. */
export async function ensureBrowser(say = () => {}) {
  if (found() !== undefined) return found();
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebianRoot) {
    say('Installing the chromium package');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    return found();
  }
  say("Installing Playwright's Chromium");
  await run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
  return undefined;
}
