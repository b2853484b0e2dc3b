import type { Page } from '@playwright/test';

/**
 * Loads the page's own fonts before the next document is painted. If the fonts arrive late, a first visit
 * uses the fallback font, which is wider on a machine without common fonts. Tests of visible content need the
 * page as designed.
 */
export async function withFontsLoaded(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
}
