import type { Page } from '@playwright/test';
import { HIDDEN, PUBLIC } from './addresses.js';
import { expect, test } from './test.js';
import { sampledUnlessLong } from './sampled.js';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}
type Watched = Window & { shifts?: { value: number; what: string }[] };

const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: NonNullable<Watched['shifts']> = [];
    (window as Watched).shifts = shifts;
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName}.${node.getAttribute('class')}` : (node?.textContent ?? '');
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput) shifts.push({ value, what: sources.map(({ node }) => nameOf(node)).join(', ') });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Resolves once the browser has recorded the layout shifts of everything that it has painted so far. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

/**
 * Expects a layout shift of 0, rounded to three decimal places. Layout shifts are usually given with this
 * precision.
 */
async function expectNoShift(page: Page, where: string): Promise<void> {
  const shifts = await page.evaluate(() => (window as Watched).shifts ?? []);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum.toFixed(3), `${where}: ${JSON.stringify(shifts)}`).toBe('0.000');
}

for (const width of sampledUnlessLong([390, 1440]))
  for (const isSlow of sampledUnlessLong([true, false]))
    test(`nothing moves while a page loads, ${width} px wide${isSlow ? ', its fonts last' : ''}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      let release = () => {};
      let fonts = Promise.resolve();
      await page.route('**/*.woff2', async (route) => {
        await fonts;
        await route.continue();
      });
      for (const path of [...PUBLIC, ...HIDDEN]) {
        if (isSlow)
          fonts = new Promise((resolve) => {
            release = resolve;
          });
        await page.goto(`${path}?lang=de`, { waitUntil: 'commit' });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
        await painted(page);
        release();
        await page.waitForLoadState('load');
        await page.evaluate(async () => {
          await document.fonts.ready;
        });
        await painted(page);
        await expectNoShift(page, path);
      }
    });
