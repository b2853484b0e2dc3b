import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';
import { invitedToShare } from './invitation.js';
import { adminPassword } from './journey.js';
import { expect, test } from './test.js';

interface Budget {
  readonly path: string;
  /**
   * The page is usable when an element that matches this selector appears. Without a selector, the page is
   * usable when it has loaded.
   */
  readonly until?: string;
  /** Compressed bytes, as sent. */
  readonly scripts: number;
  readonly requests?: number;
}
interface Budgets {
  readonly all: { readonly html: number; readonly styles: number; readonly fonts: number };
  readonly pages: readonly Budget[];
  /**
   * Limits for an open invitation. They apply to every file that loads before the agreement can be read, even
   * if the file loads only after the response to the page's API call.
   */
  readonly link: Budget & { readonly calls: number };
  /** Limits for the withdrawal page. This page is part of the application for links in mails. */
  readonly withdrawal: Budget;
  /** Limits for the dashboard of a logged-in user, including the chart. */
  readonly dashboard: Budget;
}
const budgets = JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url), 'utf8')) as Budgets;

interface Sent {
  readonly url: string;
  readonly type: string;
  /**
   * Cause of the request. `parser` means the document itself. Another value means a file that the document
   * had requested.
   */
  readonly from: string;
  /** Time of the request, in seconds since 1970. */
  readonly at: number;
  bytes: number;
}

/** Returns the requests of a first visit up to the moment when the page can be used. */
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
  // The icon is left out, because the browser requests it only once for the whole site.
  return [...sent.values()].filter(({ at, url }) => at <= usable && !url.endsWith('/favicon.svg'));
}

/**
 * Runs in the page. Marks the moment when an element matches the selector. Without a selector, marks the
 * moment when the page has loaded.
 */
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
/** Names each file with its size, so that a failure shows the file that grew. */
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
  test(`the first visit of ${budget.path} stays within its budget`, async ({ context, page }) => {
    const sent = await firstVisit(context, page, budget);
    expectLight(sent, budget);
    // The document itself must name all scripts and style sheets. Files that another file requests would load
    // only after that file. Style sheets may still request fonts and pictures.
    const late = of(sent, 'Script', 'Stylesheet').filter(({ from }) => from !== 'parser');
    expect(listed(late), 'asked for by other files than the document').toBe('');
  });

test('the first visit of an open invitation stays within its budget, with a single call', async ({
  context,
  page,
}) => {
  const link = await invitedToShare(page, `light-${Date.now().toString(36)}@example.org`);
  const { pathname } = new URL(link);
  const sent = await firstVisit(context, page, { ...budgets.link, path: pathname });
  expectLight(sent, budgets.link);
  // Leave out the call that reports the page view. It delays nothing, because the page does not wait for the
  // response.
  const calls = sent
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => path.startsWith('/api/') && !path.startsWith('/api/analytics/'));
  expect(calls).toEqual([`/api/remote-signature/${pathname.split('/').pop() ?? ''}`]);
  expect(calls.length).toBe(budgets.link.calls);
});

// The withdrawal page uses the application for links in mails. The document of this application does not name
// the files that only the withdrawal page needs, so these files may load late.
test('the first visit of the page of withdrawals stays within its budget', async ({ context, page }) => {
  expectLight(await firstVisit(context, page, budgets.withdrawal), budgets.withdrawal);
});

// The dashboard loads many files that the login page does not need, above all the line chart.
test('the first visit of the dashboard stays within its budget', async ({ context, page }) => {
  await page.request.post('/api/admin/login', { data: { password: adminPassword() } });
  const sent = await firstVisit(context, page, budgets.dashboard);
  expectLight(sent, budgets.dashboard);
  const { pathname } = new URL(sent.find(({ url }) => url.includes('/line-chart-'))?.url ?? 'http://none/');
  expect(pathname).toMatch(/\/line-chart-/);
});
