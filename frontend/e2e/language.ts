import type { Page } from '@playwright/test';

/** By the menu in the header. */
export async function chooseEnglish(page: Page): Promise<void> {
  await page.locator('.site-header summary').click();
  await page.locator('.site-header details').getByRole('link', { name: 'English' }).click();
}
