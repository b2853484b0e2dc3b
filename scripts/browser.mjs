// Ensures that there is a browser for the tests. Uses an installed browser if there is one. Otherwise
// installs a browser: Debian's package if the command runs as root on Debian, or else Playwright's own
// browser.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runs } from './tier.mjs';
import { root, run } from './workspace.mjs';

/** Reads one of the lists that playwright.config.ts reads as well. */
const read = (name) => JSON.parse(readFileSync(join(root, 'frontend/e2e', name), 'utf8'));
const places = read('browsers.json');
const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const PATIENCE = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'];

/** Installs a Debian package. Needs root. */
async function installPackage(name) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq', ...PATIENCE], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PATIENCE, name], { env });
}

/**
 * Ensures that the tests have a browser. By default this is Chromium's headless shell, if it is available
 * (Playwright's own browser is a headless shell). The shell needs little more than half of the time, because
 * it draws no windows. The same 23 tests took 97, 102 and 93 s of processor time with Chromium, and 56 s with
 * the shell. If the shell is not available, and always for `npm run test:long`, the tests use the full
 * browser that people use. Only the full browser has windows to test, such as the print dialog.
 *
 * Rejected: fewer tests in the browser, because no other tests cover the same behaviour; switching off single
 * features of Chromium on its command line, because that made no measurable difference.
 */
export async function ensureTestBrowser(say) {
  const hasShell = () => existsSync(read('headless-shell.json'));
  if (runs('long')) return ensureBrowser(say);
  if (!hasShell() && isDebianRoot()) await installPackage('chromium-headless-shell').catch(() => undefined);
  if (!hasShell()) await ensureBrowser(say);
}

export async function ensureBrowser(say = () => {}) {
  if (places.some((path) => existsSync(path))) return;
  if (isDebianRoot()) {
    say('Installing the chromium package');
    await installPackage('chromium');
    return;
  }
  say("Installing Playwright's Chromium");
  await run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
}

/** Debian's Firefox, which Playwright drives through `frontend/e2e/protected/firefox-relay.mjs`. */
const FIREFOX = process.env.E2E_FIREFOX ?? '/usr/bin/firefox-esr';

/** @throws Error if there is no Firefox and none can be installed */
export async function ensureFirefox(say = () => {}) {
  if (existsSync(FIREFOX)) return;
  if (isDebianRoot()) {
    say('Installing the firefox-esr package');
    await installPackage('firefox-esr');
  }
  if (!existsSync(FIREFOX))
    throw new Error(
      `There is no ${FIREFOX}: install Debian's firefox-esr, or name a Firefox in E2E_FIREFOX.`,
    );
}

/**
 * Returns Playwright, and the options with which its browser starts on this machine. Needs the installed
 * packages.
 */
export function playwright() {
  const { chromium, request } = createRequire(join(root, 'frontend/package.json'))('@playwright/test');
  const executablePath = process.env.E2E_BROWSER ?? places.find((path) => existsSync(path));
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { chromium, request, executablePath: executablePath ?? chromium.executablePath(), args };
}
