import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { daysOf, lastDays } from '@siegel/contracts/analytics/days';
import { FUNNEL_EVENT_TYPES, NDA_STATUSES } from '@siegel/contracts/enums';
import { berlinDay, formatMoney } from '@siegel/contracts/formats';
import { adminPassword, textsOf } from './journey.js';
import { expect, test } from './test.js';

const NDAS = 5_000;
/** Time limit in milliseconds until all consumers have read the log. */
const FILLED_MS = 900_000;

const script = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Output of `large-log.main`. */
interface LargeLog {
  readonly counts: Readonly<Record<string, number>>;
  readonly views: Readonly<Record<string, number>>;
  readonly waiting: { readonly count: number; readonly oldest: string };
}
/**
 * The test scripts are plain JavaScript without types. This interface declares the types of the function that
 * is used here.
 */
interface Scripts {
  startBackend(options: { dataDir: string }): Promise<{ url: string; stop: () => Promise<void> }>;
}

const { todo } = textsOf('de').admin;
const count = (value: number): string => new Intl.NumberFormat('de-DE').format(value);
const percent = (part: number, whole: number): string =>
  new Intl.NumberFormat('de-DE', {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(part / whole);
const moment = (iso: string): string => {
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const at = new Date(iso);
  return `${at.toLocaleDateString('de-DE', day)}, ${at.toLocaleTimeString('de-DE', { timeStyle: 'short' })}`;
};

test(`for ${NDAS} agreements the dashboard equals a recount of the log, without scrolling`, async ({
  page,
}) => {
  // Allowed: one limit for writing the log, and the same limit for the consumers that read the log.
  test.setTimeout(2 * FILLED_MS);
  const dataDir = mkdtempSync(join(tmpdir(), 'siegel-office-'));
  const program = script('backend/dist/bench/large-log.main.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, dataDir, String(NDAS)]);
  const { counts, views, waiting }: LargeLog = JSON.parse(stdout);
  const { startBackend } = (await import(
    pathToFileURL(script('scripts/running-backend.mjs')).href
  )) as Scripts;
  const backend = await startBackend({ dataDir });
  try {
    const of = (name: string): number => counts[name] ?? 0;
    const states = NDA_STATUSES.map((status) => of(`status ${status}`));
    const total = states.reduce((sum, one) => sum + one, 0);
    const ask = async (path: string) => (await page.request.get(`${backend.url}${path}`)).json();
    const login = { data: { password: adminPassword() } };
    expect((await page.request.post(`${backend.url}/api/admin/login`, login)).ok()).toBe(true);
    await expect
      .poll(async () => (await ask('/api/admin/analytics')).total, { timeout: FILLED_MS })
      .toBe(total);
    await expect
      .poll(async () => (await ask('/api/admin/obligations?group=person')).total, { timeout: FILLED_MS })
      .toBe(waiting.count);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${backend.url}/admin/dashboard?lang=de`);
    await expect(page.locator('main canvas')).toBeVisible();
    await expect(page.locator('.totals-strip dd')).toHaveText([
      ...[total, ...states, of('all-paid'), of('payment-open')].map(count),
      formatMoney(of('revenue'), 'de'),
    ]);

    const days = daysOf(lastDays(berlinDay(new Date()), 7));
    const steps = FUNNEL_EVENT_TYPES.map((type) =>
      days.reduce((sum, day) => sum + ((type === 'view' ? views[day] : counts[`${type} ${day}`]) ?? 0), 0),
    );
    const [view = 0, created = 0, signed = 0, paid = 0] = steps;
    expect(Math.min(...steps)).toBeGreaterThan(0);
    await expect(page.locator('.funnel-count b')).toHaveText(steps.map(count));
    await expect(page.locator('.funnel-rate b')).toHaveText([
      percent(created, view),
      percent(signed, created),
      percent(paid, signed),
    ]);
    await expect(page.locator('.funnel-overall b')).toHaveText(percent(paid, view));

    const heading = page.locator('#todo');
    await expect(heading).toContainText(todo.count_other.replace('{{shown}}', count(waiting.count)));
    await expect(heading).toContainText(todo.oldest.replace('{{at}}', moment(waiting.oldest)));

    await page.evaluate(() => window.scrollTo(0, 0));
    for (const seen of ['.totals-strip', '#todo', '.funnel', '.funnel-overall'])
      await expect(page.locator(seen), seen).toBeInViewport({ ratio: 1 });
  } finally {
    await backend.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
