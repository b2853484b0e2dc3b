import type { Page } from '@playwright/test';
import { expect, test } from './test.js';

/** Place, size and words' size of all that the home page shows. */
const measured = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.querySelectorAll('main, main *')].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const { fontSize, lineHeight, color } = getComputedStyle(element);
      const place = [left + window.scrollX, top + window.scrollY, width, height].map(Math.round).join(' ');
      return `${element.tagName} ${element.getAttribute('class') ?? ''}: ${place}, ${fontSize}/${lineHeight} ${color}`;
    });
  });

for (const width of [1440, 390])
  test(`the home page and its letter look as before after the wizard was open (${width} wide)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/?lang=de');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(page.locator('.letter')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = await measured(page);
    expect(before.length).toBeGreaterThan(80);

    await page.evaluate(() => document.documentElement.setAttribute('data-same-tab', ''));
    await page.locator('.hero .button-primary').click();
    await expect(page.locator('.steps')).toBeVisible();
    await expect(heading).toBeVisible();
    await page.locator('.site-header .home-link').click();
    await expect(page.locator('.letter')).toBeVisible();
    await expect(page.locator('html'), 'without a reload').toHaveAttribute('data-same-tab', '');
    await expect.poll(() => measured(page)).toEqual(before);
  });
