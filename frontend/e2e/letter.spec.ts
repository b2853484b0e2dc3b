import { expect, test } from './test.js';

test("home's letter looks the same after the wizard was open", async ({ page }) => {
  await page.goto('/?lang=de');
  const letter = page.locator('.letter');
  const look = () =>
    letter.evaluate((sheet) =>
      [sheet, ...sheet.querySelectorAll('*')].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const { font, color, margin, padding } = getComputedStyle(part);
        return [part.className, x, y + scrollY, width, height, font, color, margin, padding].join(' ');
      }),
    );
  await expect(letter).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = await look();
  await page.getByRole('main').getByText('Vereinbarung erstellen').first().click();
  await expect(page).toHaveURL(/\/create/);
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await page.goBack();
  await expect(letter).toBeVisible();
  await expect.poll(look).toEqual(before);
});
