import type { Page } from '@playwright/test';

/**
 * The page's own fonts are there before the next document is painted. A first visit that gets them late is read in the
 * fallback, which on a machine without common fonts is wider: what has to be in sight is asked of a page as designed.
 */
export async function withFontsAtHand(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
}
