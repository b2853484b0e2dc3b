import type { Page } from '@playwright/test';

/** Chooses English in the menu of the header. */
export async function chooseEnglish(page: Page): Promise<void> {
  await page.locator('.site-header summary').click();
  await page.locator('.site-header details').getByRole('link', { name: 'English' }).click();
}
