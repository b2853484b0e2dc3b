// The pages and states that `npm run screenshots` takes pictures of.
import { PAD_STATES } from './screenshot-pad.mjs';
import { SESSION_STATES } from './screenshot-sessions.mjs';
import { SITE_DATA_STATES } from './screenshot-site-data.mjs';
import { WITHDRAWAL_STATES } from './screenshot-withdrawals.mjs';

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

const assistant = async (page) => {
  await page.locator('.assistant-toggle').click();
  await page.getByRole('dialog').waitFor();
};
const askToErase = async (page) => {
  await page.locator('.nda-actions .button-danger').click();
  await page.getByRole('dialog').waitFor();
};

/** Presses one of the two buttons next to the proof of an agreement's history, and waits for the result. */
const pressed = (button, shown) => async (page) => {
  await page.locator('.replay-proof-actions button').nth(button).click();
  await page.locator(shown).waitFor();
};
const [VERIFY, DOWNLOAD] = [0, 1];
const COUNTED = '.replay-proof [role="status"] .text-figures';
/** Fakes the server's response for an altered log, because the log in this run is intact. */
const brokenAt = (revision, kind) => async (page) => {
  const firstBroken = { stream: null, revision, kind, detail: 'for a log' };
  const json = { verdict: 'broken', events: 9, checkpoints: 1, firstBroken };
  await page.route('**/api/audit/ndas/*/verify', (route) => route.fulfill({ json }));
  await pressed(VERIFY, COUNTED)(page);
};
const downloading = async (page) => {
  await page.route('**/api/audit/ndas/*/evidence', () => undefined);
  await pressed(DOWNLOAD, '.replay-proof-actions [aria-busy="true"]')(page);
};

/**
 * Fakes an audit trail without IP addresses. The server returns such a trail if it did not receive any
 * addresses.
 */
const withoutAddresses = async (page) => {
  await page.route(/\/api\/audit\/ndas\/[^/]+\/events\?/, async (route) => {
    const { items, ...rest } = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...rest, items: items.map((item) => ({ ...item, ip: null, userAgent: 'Firefox' })) },
    });
  });
  await page.reload();
  await page
    .locator('body:not(:has(.skeleton)) .replay-changes, body:not(:has(.skeleton)) h2')
    .first()
    .waitFor();
};

const RUN = {
  state: 'running',
  done: 48_211,
  total: 120_480,
  startedAt: '2026-11-26T12:00:00.000Z',
  finishedAt: null,
  verdict: null,
  checkpoints: 12,
  firstBroken: null,
};
const ENDED = { ...RUN, state: 'done', done: RUN.total, finishedAt: '2026-11-26T12:06:00.000Z' };
const FIRST_BROKEN = {
  stream: 'nda-01a202d0-1bff-72de-b732-77971d1a57c1',
  revision: 4,
  kind: 'altered',
  detail: "the event's hash does not fit its bytes",
};
/** Verifies the whole log. The server's answers are faked as if the verification took minutes. */
const wholeLog = (view, shown) => async (page) => {
  await page.route('**/api/audit/verify', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 202, json: { state: 'running' } })
      : route.fulfill({ json: view }),
  );
  const section = page.locator('[aria-labelledby="whole-log"]');
  await section.locator('button').click();
  await section.locator(shown).waitFor();
};

/**
 * All screenshots, each with its name and the path of its page. `open`, `half`, `signed`, `sent`, `erased`
 * and `held` are agreements that `prepare` created, and `link` is the link of an invitation. `step` is the
 * step of the wizard that the browser remembers. `as` is the role of the person who views the page. `act`
 * acts on the page before the screenshot. `fails` is true if calls of the page fail on purpose.
 */
export const STATES = [
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
  ...PAD_STATES,
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
  ...WITHDRAWAL_STATES,
  { name: 'verify', path: () => '/verify' },
  { name: 'verify-authentic', path: () => '/verify', act: choose((pdf) => pdf) },
  { name: 'verify-altered', path: () => '/verify', act: choose(withOneByteChanged) },
  ...SESSION_STATES,
  ...SITE_DATA_STATES,
  { name: 'admin-dashboard', path: () => '/admin/dashboard', as: 'admin' },
  { name: 'admin-dashboard-empty', path: () => '/admin/dashboard?search=nothing', as: 'admin' },
  { name: 'admin-assistant', path: () => '/admin/dashboard', as: 'admin', act: assistant },
  { name: 'admin-nda', path: ({ sent }) => `/admin/audit/${sent}`, as: 'admin' },
  { name: 'admin-nda-draft', path: ({ open }) => `/admin/audit/${open}`, as: 'admin' },
  { name: 'admin-nda-erase', path: ({ signed }) => `/admin/audit/${signed}`, as: 'admin', act: askToErase },
  { name: 'admin-nda-erased', path: ({ erased }) => `/admin/audit/${erased}`, as: 'admin' },
  { name: 'audit', path: () => '/admin/audit', as: 'auditor' },
  { name: 'audit-nda', path: ({ sent }) => `/admin/audit/${sent}`, as: 'auditor' },
  { name: 'audit-nda-start', path: ({ sent }) => `/admin/audit/${sent}?revision=0`, as: 'auditor' },
  {
    name: 'audit-nda-address-not-known',
    path: ({ sent }) => `/admin/audit/${sent}?revision=0`,
    as: 'auditor',
    act: withoutAddresses,
  },
  { name: 'audit-nda-erased', path: ({ erased }) => `/admin/audit/${erased}`, as: 'auditor' },
  { name: 'audit-nda-held', path: ({ held }) => `/admin/audit/${held}`, as: 'auditor' },
  { name: 'admin-audit-held', path: ({ held }) => `/admin/audit/${held}`, as: 'admin' },
  {
    name: 'audit-nda-verified',
    path: ({ sent }) => `/admin/audit/${sent}`,
    as: 'auditor',
    act: pressed(VERIFY, COUNTED),
  },
  {
    name: 'audit-nda-broken',
    path: ({ sent }) => `/admin/audit/${sent}`,
    as: 'auditor',
    act: brokenAt(2, 'altered'),
  },
  {
    name: 'audit-nda-broken-checkpoint',
    path: ({ sent }) => `/admin/audit/${sent}`,
    as: 'auditor',
    act: brokenAt(null, 'bad_signature'),
  },
  {
    name: 'audit-nda-downloading',
    path: ({ sent }) => `/admin/audit/${sent}`,
    as: 'auditor',
    act: downloading,
  },
  {
    name: 'audit-nda-downloaded',
    path: ({ sent }) => `/admin/audit/${sent}`,
    as: 'auditor',
    act: pressed(DOWNLOAD, '.replay-proof-actions [role="status"]:not(:empty)'),
  },
  { name: 'audit-whole-running', path: () => '/admin/audit', as: 'auditor', act: wholeLog(RUN, 'progress') },
  {
    name: 'audit-whole-done',
    path: () => '/admin/audit',
    as: 'auditor',
    act: wholeLog({ ...ENDED, verdict: 'intact' }, '.seal-verified'),
  },
  {
    name: 'audit-whole-broken',
    path: () => '/admin/audit',
    as: 'auditor',
    act: wholeLog({ ...ENDED, verdict: 'broken', firstBroken: FIRST_BROKEN }, '[role="alert"]'),
  },
  {
    name: 'audit-whole-broke-off',
    path: () => '/admin/audit',
    as: 'auditor',
    act: wholeLog({ ...ENDED, state: 'failed' }, '.notice'),
  },
  { name: 'not-found', path: () => '/no-such-page' },
];
