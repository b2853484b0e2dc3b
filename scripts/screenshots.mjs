// npm run screenshots [-- <word> …]: pictures of every page and state into .cache/screenshots/, or of those whose name
// has one of the words. Fails where a page complains, or is not drawn in the site's own fonts.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBrowser, playwright } from './browser.mjs';
import { SITE } from './configured-site.mjs';
import { ADMIN_PASSWORD, startBackend } from './running-backend.mjs';
import { timeFactor } from './time-factor.mjs';
import { buildBackend, buildFrontend, install, requireNode, root } from './workspace.mjs';

const folder = join(root, '.cache/screenshots');
/** Milliseconds until a paid agreement has its document. */
const DOCUMENT_MS = 60_000;
/** How often a page is opened until its fonts came in time to be painted. */
const TRIES = 8;

const VARIANTS = [
  { language: 'de', colorScheme: 'light', width: 1440 },
  { language: 'de', colorScheme: 'light', width: 390 },
  { language: 'de', colorScheme: 'dark', width: 1440 },
  { language: 'en', colorScheme: 'light', width: 390 },
];

const cards = (page) => page.locator('.flip-card-button');
const choose =
  (change) =>
  async (page, { pdf }) => {
    const buffer = change(pdf);
    await page.locator('input').setInputFiles({ name: 'document.pdf', mimeType: 'application/pdf', buffer });
    await page.locator('.verdict').waitFor();
  };
const withOneByteChanged = (pdf) => {
  const changed = Buffer.from(pdf);
  const at = Math.floor(pdf.length / 4);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
};

/** Fills in a withdrawal and goes on to where it is repeated. */
async function declare(page) {
  for (const [field, text] of [
    ['name', 'Katharina Brandstetter'],
    ['email', 'katharina@example.org'],
    ['reference', 'S-MZXW6YTBOI'],
    ['message', 'Versehentlich zweimal bestellt.'],
  ])
    await page.locator(`#withdrawal-${field}`).fill(text);
  await page.locator('main .button-primary').click();
  await page.locator('main .key-values').waitFor();
}

/**
 * Every picture: its name and its path, where `open`, `signed` and `sent` are the agreements made before.
 * `step` is what the browser remembers of the wizard, `as` who looks, `act` what is done before the picture is taken.
 */
const STATES = [
  { name: 'home', path: () => '/' },
  { name: 'home-menu', path: () => '/', act: (page) => page.locator('.site-header summary').click() },
  {
    name: 'home-turned',
    path: () => '/',
    act: async (page) =>
      (await cards(page).all()).reduce((before, card) => before.then(() => card.click()), Promise.resolve()),
  },
  { name: 'how-it-works', path: () => '/how-it-works' },
  { name: 'faq', path: () => '/faq' },
  { name: 'faq-open', path: () => '/faq', act: (page) => page.locator('.questions summary').first().click() },
  { name: 'about', path: () => '/about' },
  { name: 'contact', path: () => '/contact' },
  { name: 'legal', path: () => '/legal' },
  { name: 'privacy', path: () => '/privacy' },
  { name: 'create-1', path: () => '/create' },
  {
    name: 'create-1-errors',
    path: () => '/create',
    act: (page) => page.locator('.action-bar .button-primary').click(),
  },
  { name: 'create-2', path: ({ open }) => `/nda/${open}`, step: 2 },
  { name: 'create-3', path: ({ open }) => `/nda/${open}`, step: 3 },
  { name: 'create-4', path: ({ open }) => `/nda/${open}`, step: 4 },
  { name: 'create-5-due', path: ({ signed }) => `/nda/${signed}` },
  {
    name: 'create-5-payment',
    path: ({ signed }) => `/nda/${signed}`,
    act: async (page) => {
      await page.locator('main .button-primary').first().click();
      await page.locator('.dialog input').first().waitFor();
    },
  },
  { name: 'create-5-sent', path: ({ sent }) => `/nda/${sent}` },
  { name: 'nda-out-of-reach', path: () => '/nda/00000000-0000-4000-8000-000000000000' },
  { name: 'sign-dead', path: () => '/sign/no-such-token' },
  { name: 'withdraw', path: () => '/withdraw' },
  {
    name: 'withdraw-errors',
    path: () => '/withdraw',
    act: (page) => page.locator('main .button-primary').click(),
  },
  { name: 'withdraw-review', path: () => '/withdraw', act: declare },
  {
    name: 'withdraw-done',
    path: () => '/withdraw',
    act: async (page) => {
      await declare(page);
      await page.locator('main .button-primary').click();
      await page.locator('main time').waitFor();
    },
  },
  { name: 'verify', path: () => '/verify' },
  { name: 'verify-authentic', path: () => '/verify', act: choose((pdf) => pdf) },
  { name: 'verify-altered', path: () => '/verify', act: choose(withOneByteChanged) },
  { name: 'admin-login', path: () => '/admin' },
  { name: 'admin-dashboard', path: () => '/admin/dashboard', as: 'admin' },
  { name: 'not-found', path: () => '/no-such-page' },
];

/** The browser's own words for an address that is unknown, which some of these pages ask for. */
const EXPECTED = /^Failed to load resource: the server responded with a status of 4(04|10|01)/;

/** @throws Error on any answer but 2xx */
async function ask(client, method, path, data) {
  const answer = await client.fetch(path, { method, ...(data === undefined ? {} : { data }) });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer;
}
const told = async (...call) => (await ask(...call)).json();

/** Agreements at three stages in one language, the document of the last, and the cookies of their party. */
async function prepare(client, language, { EXAMPLES, SAMPLES }) {
  const make = async () => (await told(client, 'POST', '/api/ndas', SAMPLES[language])).id;
  const sign = async (id) => {
    const { agreementHash } = await told(client, 'GET', `/api/ndas/${id}`);
    for (const party of [EXAMPLES.signNda.party1, EXAMPLES.signNda.party2])
      await ask(client, 'POST', `/api/ndas/${id}/sign`, { ...party, agreementHash });
    return id;
  };
  const [open, signed, sent] = [await make(), await sign(await make()), await sign(await make())];
  const intent = await told(
    client,
    'POST',
    `/api/ndas/${sent}/create-payment-intent`,
    EXAMPLES.createPaymentIntent.party1,
  );
  await ask(
    client,
    'POST',
    `/api/sandbox/payments/${intent.clientSecret}/confirm`,
    EXAMPLES.confirmSandboxPayment.succeeds,
  );
  await ask(client, 'POST', `/api/ndas/${sent}/confirm-payment`, { paymentIntentId: intent.paymentIntentId });
  const until = Date.now() + DOCUMENT_MS * timeFactor();
  while ((await told(client, 'GET', `/api/ndas/${sent}`)).status !== 'sent') {
    if (Date.now() > until) throw new Error('the document was not sent');
    await pause(100);
  }
  const pdf = await (await ask(client, 'GET', `/api/ndas/${sent}/pdf`)).body();
  const storageState = await client.storageState();
  await client.dispose();
  const remembered = (currentStep) => ({
    name: 'nda-form-state',
    value: JSON.stringify({ currentStep, ndaId: open, formData: { ...SAMPLES[language], penalty: '25k' } }),
  });
  return { open, signed, sent, pdf, storageState, remembered };
}

async function login(client) {
  await ask(client, 'POST', '/api/admin/login', { password: ADMIN_PASSWORD });
  for (let n = 0; n < 3; n += 1) await ask(client, 'POST', '/api/admin/vouchers', {});
  const storageState = await client.storageState();
  await client.dispose();
  return storageState;
}

async function listen(context, complaints, where) {
  const complain = (text) => complaints.push(`${where()}: ${text}`);
  await context.exposeFunction('complain', complain);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.complain(`refused by ${violatedDirective}: ${blockedURI}`),
    );
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complain(message.text());
  });
  context.on('weberror', (error) => complain(error.error().message));
}

/** Opens a page until it is painted in the site's own fonts: those that come late are not used. */
async function open(page, address) {
  const session = await page.context().newCDPSession(page);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    await page.goto(address);
    await page.locator('h1').waitFor();
    await page.locator('.skeleton').waitFor({ state: 'detached' });
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root: tree } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: tree.nodeId, selector: 'h1' });
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    if (fonts.every(({ isCustomFont }) => isCustomFont)) return;
  }
  throw new Error('its fonts do not come');
}

async function take(browser, baseURL, { language, colorScheme, width }, states, { made, admin }, complaints) {
  const name = `${language}-${colorScheme}-${width}`;
  for (const state of states) {
    const { cookies } = state.as === 'admin' ? admin : made.storageState;
    const localStorage = state.step === undefined ? [] : [made.remembered(state.step)];
    const context = await browser.newContext({
      baseURL,
      colorScheme,
      viewport: { width, height: width < 500 ? 844 : 900 },
      reducedMotion: 'reduce',
      storageState: { cookies, origins: [{ origin: baseURL, localStorage }] },
    });
    const where = `${name}/${state.name}`;
    await listen(context, complaints, () => where);
    const page = await context.newPage();
    try {
      await open(page, `${state.path(made)}?lang=${language}`);
      await state.act?.(page, made);
      // What sticks to the window is to lie where it does at the top.
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
const say = (text) => console.log(text);
await install(say);
await buildBackend(say);
await buildFrontend(say);
await ensureBrowser(say);
const { chromium, request, executablePath, args } = playwright();
const words = process.argv.slice(2);
const states = STATES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const contracts = (path) => import(pathToFileURL(join(root, 'contracts/dist', path)).href);
const samples = { ...(await contracts('examples.js')), ...(await contracts('testing/sample-terms.js')) };
rmSync(folder, { recursive: true, force: true });
for (const { language, colorScheme, width } of VARIANTS)
  mkdirSync(join(folder, `${language}-${colorScheme}-${width}`), { recursive: true });
const complaints = [];
const backend = await startBackend({ env: SITE });
const browser = await chromium.launch({ executablePath, args });
const newClient = () => request.newContext({ baseURL: backend.url });
try {
  const admin = await login(await newClient());
  const made = {
    de: await prepare(await newClient(), 'de', samples),
    en: await prepare(await newClient(), 'en', samples),
  };
  for (const variant of VARIANTS)
    await take(browser, backend.url, variant, states, { made: made[variant.language], admin }, complaints);
} finally {
  await browser.close();
  await backend.stop();
}
for (const complaint of complaints) console.error(complaint);
console.log(
  `${states.length * VARIANTS.length} pictures in ${folder}${complaints.length > 0 ? `, ${complaints.length} complaints` : ''}`,
);
process.exitCode = complaints.length === 0 ? 0 : 1;
