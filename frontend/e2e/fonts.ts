import type { Page } from '@playwright/test';

/**
 * Loads the page's own fonts before the test opens its page. On a first visit, the fonts may arrive late. The
 * browser then uses the fallback font, which is wider on a machine without common fonts. Tests of visible
 * content need the page as designed.
 */
export async function withFontsLoaded(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
}
