import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { invitedToShare } from './invitation.js';
import { adminPassword } from './journey.js';
import { expect, test } from './test.js';

interface Budget {
  readonly path: string;
  /** What can be used then; without one the page is there once it has loaded. */
  readonly until?: string;
  /** Bytes as they are sent, packed. */
  readonly scripts: number;
  readonly requests?: number;
}
interface Budgets {
  readonly all: { readonly html: number; readonly styles: number; readonly fonts: number };
  readonly pages: readonly Budget[];
  /** Of an invitation that waits: all that is loaded until its agreement can be read, also once its call has answered. */
  readonly link: Budget & { readonly calls: number };
  /** Of an application within that of the links of mails. */
  readonly withdrawal: Budget;
  /** For whoever is logged in, with its picture. */
  readonly dashboard: Budget;
}
const budgets = JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url), 'utf8')) as Budgets;

interface Sent {
  readonly url: string;
  readonly type: string;
  /** Who asked for it: the document itself, or a file that it had asked for. */
  readonly from: string;
  /** Seconds, as the browser counts them from 1970. */
  readonly at: number;
  bytes: number;
}

/** What a first visit asks for until the page can be used, and nothing that comes later. */
async function firstVisit(context: BrowserContext, page: Page, { path, until }: Budget): Promise<Sent[]> {
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sent = new Map<string, Sent>();
  client.on('Network.requestWillBeSent', ({ requestId, request, type = '', initiator, wallTime }) => {
    sent.set(requestId, { url: request.url, type, from: initiator.type, at: wallTime, bytes: 0 });
  });
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const one = sent.get(requestId);
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    if (one) one.bytes = Number(headers['content-length'] ?? 0);
  });
  await page.addInitScript(markUsable, until ?? '');
  await page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
  const usable = await page.evaluate(
    () => (performance.timeOrigin + (performance.getEntriesByName('usable')[0]?.startTime ?? 0)) / 1000,
  );
  await page.waitForLoadState('networkidle');
  // The icon is asked for by the browser, once for the whole site.
  return [...sent.values()].filter(({ at, url }) => at <= usable && !url.endsWith('/favicon.svg'));
}

/** Runs in the page: notes the moment at which an element is there, or at which all has loaded. */
function markUsable(selector: string): void {
  const mark = () => performance.mark('usable');
  if (selector === '') {
    addEventListener('load', mark, { once: true });
    return;
  }
  const watch = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    mark();
    watch.disconnect();
  });
  watch.observe(document, { subtree: true, childList: true });
}

const sum = (sent: readonly Sent[]): number => sent.reduce((bytes, one) => bytes + one.bytes, 0);
/** The file that grew is named. */
const listed = (sent: readonly Sent[]): string =>
  sent
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ url, bytes }) => `${bytes} ${new URL(url).pathname}`)
    .join('\n');

const of = (sent: readonly Sent[], ...types: readonly string[]): readonly Sent[] =>
  sent.filter(({ type }) => types.includes(type));

function expectLight(sent: readonly Sent[], budget: Budget): void {
  const within = (what: readonly Sent[], limit: number, name: string) =>
    expect(sum(what), `${name}:\n${listed(what)}`).toBeLessThanOrEqual(limit);
  within(of(sent, 'Script'), budget.scripts, 'scripts');
  within(of(sent, 'Document'), budgets.all.html, 'HTML');
  within(of(sent, 'Stylesheet'), budgets.all.styles, 'styles');
  within(of(sent, 'Font'), budgets.all.fonts, 'fonts');
  for (const file of of(sent, 'Script', 'Document', 'Stylesheet', 'Font'))
    expect(file.bytes, file.url).toBeGreaterThan(0);
  if (budget.requests !== undefined) expect(sent.length, listed(sent)).toBeLessThanOrEqual(budget.requests);
}

for (const budget of budgets.pages)
  test(`the first visit of ${budget.path} is as light as it may be`, async ({ context, page }) => {
    const sent = await firstVisit(context, page, budget);
    expectLight(sent, budget);
    // Files that a file asks for come one after the other; those of styles are fonts and pictures.
    const late = of(sent, 'Script', 'Stylesheet').filter(({ from }) => from !== 'parser');
    expect(listed(late), 'asked for by other files than the document').toBe('');
  });

test('the first visit of an open invitation is as light as it may be, and asks once', async ({
  context,
  page,
}) => {
  const link = await invitedToShare(page, `light-${Date.now().toString(36)}@example.org`);
  const { pathname } = new URL(link);
  const sent = await firstVisit(context, page, { ...budgets.link, path: pathname });
  expectLight(sent, budgets.link);
  // Counting a view holds nothing up, and is told without waiting for an answer.
  const calls = sent
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => path.startsWith('/api/') && !path.startsWith('/api/analytics/'));
  expect(calls).toEqual([`/api/remote-signature/${pathname.split('/').pop() ?? ''}`]);
  expect(calls.length).toBe(budgets.link.calls);
});

// Its entry is that of the links of mails, whose document does not know what this page alone is made of.
test('the first visit of the page of withdrawals is as light as it may be', async ({ context, page }) => {
  expectLight(await firstVisit(context, page, budgets.withdrawal), budgets.withdrawal);
});

// All that the login does without, the picture of the lines above all, comes with the dashboard.
test('the first visit of the dashboard is as light as it may be', async ({ context, page }) => {
  await page.request.post('/api/admin/login', { data: { password: adminPassword() } });
  const sent = await firstVisit(context, page, budgets.dashboard);
  expectLight(sent, budgets.dashboard);
  const { pathname } = new URL(sent.find(({ url }) => url.includes('/line-chart-'))?.url ?? 'http://none/');
  expect(pathname).toMatch(/\/line-chart-/);
});
