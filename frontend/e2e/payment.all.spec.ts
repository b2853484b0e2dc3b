import type { Locator } from '@playwright/test';
import { CONSENT } from '@siegel/contracts/agreement/consent';
import { createAgreement, signedByBoth, textsOf } from './journey.js';
import { expect, test } from './test.js';

const { finish, payment } = textsOf('de');

/** Returns an element's position and size. Fails if the element is not on the screen. */
async function boxOf(one: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await one.boundingBox();
  if (box === null) throw new Error('It is not on the screen.');
  return box;
}

test('the message about a declined card covers neither the pay button nor the close button', async ({
  page,
}) => {
  await page.goto('/?lang=de');
  const id = await createAgreement(page);
  await signedByBoth(page, id);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(`/nda/${id}`);
    await page.getByRole('button', { name: finish.due.button }).click();
    await page.getByLabel(payment.number).fill('4000000000000002');
    await page.getByLabel(payment.expiry).fill('12/2030');
    await page.getByLabel(payment.cvc).fill('123');
    await page.getByLabel(CONSENT.de.earlyPerformance).check();
    const pay = page.getByRole('button', { name: CONSENT.de.pay });
    await pay.click();
    await expect(page.getByText(payment.failureTitle)).toBeVisible();
    const toast = await boxOf(page.locator('.toast'));
    const dialog = page.getByRole('dialog');
    for (const button of [pay, dialog.getByRole('button', { name: 'Schließen' })]) {
      await expect(button).toBeVisible();
      const { x, y, width, height } = await boxOf(button);
      const apart =
        x >= toast.x + toast.width ||
        toast.x >= x + width ||
        y >= toast.y + toast.height ||
        toast.y >= y + height;
      expect(apart, `${await button.textContent()} at ${viewport.width}`).toBe(true);
    }
  }
});
