// npm run screenshots [-- <word> …]: takes a screenshot of every page and state and stores it in
// .cache/screenshots/. If words are given, it takes only screenshots whose name contains one of the words.
// The word `all` is special: it takes screenshots in all eight combinations of language, colour scheme and
// width, instead of in four of them. Fails if a page reports an error, or is not rendered in the site's own
// fonts.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowser, playwright } from './browser.mjs';
import { SITE } from './configured-site.mjs';
import { ADMIN_PASSWORD, startBackend } from './running-backend.mjs';
import { ask, prepare, askJson } from './screenshot-agreements.mjs';
import { CLOSED_STATES, closeAgreements } from './screenshot-closed.mjs';
import { STATES } from './screenshot-states.mjs';
import { buildBackend, buildFrontend, install, OPERATOR, requireNode, root, run } from './workspace.mjs';

const folder = join(root, '.cache/screenshots');
const AUDITOR_PASSWORD = 'auditor-password-of-the-pictures';
/**
 * Maximum number of times that a page is opened. A page is opened again if its fonts loaded too late to be
 * painted.
 */
const TRIES = 8;

const VARIANTS = [
  { language: 'de', colorScheme: 'light', width: 1440 },
  { language: 'de', colorScheme: 'light', width: 390 },
  { language: 'de', colorScheme: 'dark', width: 1440 },
  { language: 'en', colorScheme: 'light', width: 390 },
];
const ALL_VARIANTS = ['de', 'en'].flatMap((language) =>
  ['light', 'dark'].flatMap((colorScheme) => [1440, 390].map((width) => ({ language, colorScheme, width }))),
);

/**
 * Matches the browser's message about a response with one of the listed statuses. Some pages make requests
 * that get such a response on purpose.
 */
const EXPECTED = /^Failed to load resource: the server responded with a status of 4(04|10|01|22|29)/;

const say = (text) => console.log(text);

/**
 * Logs in. The admin also creates vouchers, and erases agreements, for the screenshots.
 * @param erased ids of agreements to erase
 * @returns the cookies and storage of the session
 */
async function login(client, password, erased = []) {
  const { role } = await askJson(client, 'POST', '/api/admin/login', { password });
  for (let n = 0; role === 'admin' && n < 3; n += 1) await ask(client, 'POST', '/api/admin/vouchers', {});
  for (const id of erased) await ask(client, 'DELETE', `/api/admin/ndas/${id}`);
  const storageState = await client.storageState();
  await client.dispose();
  return storageState;
}

/** Places a legal hold with the operator's command, because there is no other way to place one. */
const hold = (id, { dataDir }) =>
  run(process.execPath, [OPERATOR, 'nda:hold', id, '--reason', 'LG Hamburg, 12 O 34/26'], {
    env: { DATA_DIR: dataDir },
  });

/** Matches the browser's message about any failed call. Used for pages whose calls fail on purpose. */
const FAILING = /^Failed to load resource: /;

async function listen(context, complaints, { where, fails }) {
  const complain = (text) => complaints.push(`${where}: ${text}`);
  await context.exposeFunction('complain', complain);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.complain(`refused by ${violatedDirective}: ${blockedURI}`),
    );
  });
  context.on('console', (message) => {
    const expected = fails ? FAILING : EXPECTED;
    if (message.type() === 'error' && !expected.test(message.text())) complain(message.text());
  });
  context.on('weberror', (error) => complain(error.error().message));
}

/**
 * Opens a page repeatedly until the site's own fonts are used, because the browser ignores fonts that load
 * late.
 */
async function open(page, address) {
  const session = await page.context().newCDPSession(page);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    await page.goto(address);
    await page.locator('h1').waitFor();
    // Waits for all skeletons, because a page may have several of them, which disappear one by one.
    await page.locator('body:not(:has(.skeleton))').waitFor();
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root: tree } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: tree.nodeId, selector: 'h1' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    if (fonts.every(({ isCustomFont }) => isCustomFont)) return;
  }
  throw new Error('its fonts do not load in time');
}

async function take(browser, baseURL, { language, colorScheme, width }, states, who, complaints) {
  const name = `${language}-${colorScheme}-${width}`;
  say(`${name}: ${states.length} pictures …`);
  for (const state of states) {
    const { made } = who;
    const { cookies } = state.as === undefined ? made.storageState : who[state.as];
    const localStorage = state.step === undefined ? [] : [made.remembered(state.step)];
    const context = await browser.newContext({
      baseURL,
      colorScheme,
      viewport: { width, height: width < 500 ? 844 : 900 },
      reducedMotion: 'reduce',
      storageState: { cookies, origins: [{ origin: baseURL, localStorage }] },
    });
    const where = `${name}/${state.name}`;
    await listen(context, complaints, { where, fails: state.fails === true });
    const page = await context.newPage();
    try {
      const path = state.path(made);
      await open(page, `${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      await state.act?.(page, made);
      // Scrolls to the top, so that the screenshot shows sticky elements in their position at the top of the
      // page.
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({
        path: join(folder, name, `${state.name}.png`),
        fullPage: true,
        animations: 'disabled',
      });
    } catch (error) {
      complaints.push(`${where}: ${error.message}`);
    }
    await context.close();
  }
}

requireNode();
await install(say);
await buildBackend(say);
await buildFrontend(say);
await ensureBrowser(say);
const { chromium, request, executablePath, args } = playwright();
const words = process.argv.slice(2).filter((word) => word !== 'all');
const variants = process.argv.includes('all') ? ALL_VARIANTS : VARIANTS;
const isWanted = ({ name }) => words.length === 0 || words.some((word) => name.includes(word));
const [states, closedStates] = [STATES.filter(isWanted), CLOSED_STATES.filter(isWanted)];
const contracts = (path) => import(pathToFileURL(join(root, 'contracts/dist', path)).href);
const samples = { ...(await contracts('examples.js')), ...(await contracts('testing/sample-terms.js')) };
rmSync(folder, { recursive: true, force: true });
for (const { language, colorScheme, width } of variants)
  mkdirSync(join(folder, `${language}-${colorScheme}-${width}`), { recursive: true });
/** Prints each complaint immediately, because taking all pictures takes minutes. */
const complaints = {
  count: 0,
  push(text) {
    this.count += 1;
    console.error(text);
  },
};
const backend = await startBackend({ env: { ...SITE, AUDITOR_PASSWORD } });
const browser = await chromium.launch({ executablePath, args });
const newClient = () => request.newContext({ baseURL: backend.url });
try {
  const made = {
    de: await prepare(await newClient(), 'de', samples),
    en: await prepare(await newClient(), 'en', samples),
  };
  for (const { held } of Object.values(made)) await hold(held, backend);
  const admin = await login(await newClient(), ADMIN_PASSWORD, [made.de.erased, made.en.erased]);
  const auditor = await login(await newClient(), AUDITOR_PASSWORD);
  const takeAll = async (some) => {
    for (const variant of some.length === 0 ? [] : variants) {
      const who = { made: made[variant.language], admin, auditor };
      await take(browser, backend.url, variant, some, who, complaints);
    }
  };
  await takeAll(states);
  // Afterwards, because the dashboard names the closed agreements too.
  const verifier = await request.newContext({ baseURL: backend.url, storageState: auditor });
  await closeAgreements([...made.de.toClose, ...made.en.toClose], backend, verifier);
  await takeAll(closedStates);
} finally {
  await browser.close();
  await backend.stop();
}
console.log(
  `${(states.length + closedStates.length) * variants.length} pictures in ${folder}${complaints.count > 0 ? `, ${complaints.count} complaints` : ''}`,
);
process.exitCode = complaints.count === 0 ? 0 : 1;
