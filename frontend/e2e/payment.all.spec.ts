import type { Locator, Page } from '@playwright/test';
import { CONSENT } from '@siegel/contracts/agreement/consent';
import { expectAccessible } from './axe.js';
import { invitedToShare } from './invitation.js';
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

const NOT_NEEDED = {
  de: 'Die Zahlung kam an, wird aber nicht mehr gebraucht. Sie erhalten sie zurück.',
  en: 'The payment arrived but is no longer needed. You will get it back.',
} as const;

/**
 * Changes the server's real response, so that it reports a charged card whose money is not needed. The test
 * cannot produce this case. The sandbox reports each charge at once, so no voucher and no cancellation can be
 * faster.
 */
const answeredInVain = (page: Page, change: object) =>
  page.route('**/confirm-payment', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ status: answer.status(), json: { ...(await answer.json()), ...change } });
  });

async function orderByCard(page: Page, language: 'de' | 'en'): Promise<void> {
  const words = textsOf(language).payment;
  await page.getByLabel(words.number).fill('4242424242424242');
  await page.getByLabel(words.expiry).fill('12/2030');
  await page.getByLabel(words.cvc).fill('123');
  await page.getByLabel(CONSENT[language].earlyPerformance).check();
  await page.getByRole('button', { name: CONSENT[language].pay }).click();
}

async function expectSaidUntilClosed(page: Page, language: 'de' | 'en'): Promise<void> {
  const { payment: words, common } = textsOf(language);
  const dialog = page.getByRole('dialog');
  const said = dialog.getByText(NOT_NEEDED[language], { exact: true });
  await expect(said).toBeVisible();
  await expectAccessible(page, `a charged card that is no longer needed, in ${language}`);
  // After every other outcome, the dialog closes automatically within this time.
  await page.clock.fastForward(10_000);
  await expect(said).toBeVisible();
  for (const other of [words.successTitle, words.pendingTitle, words.failureTitle])
    await expect(dialog.getByText(other)).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveCount(0);
  const close = dialog.getByRole('button', { name: common.close }).last();
  await expect(close).toBeFocused();
  await close.press('Enter');
  await expect(dialog).toHaveCount(0);
}

for (const language of ['de', 'en'] as const) {
  test(`a charged card of Party 1 that is no longer needed is said, in ${language}`, async ({ page }) => {
    await page.clock.install();
    await page.goto('/?lang=de');
    const id = await createAgreement(page);
    await signedByBoth(page, id);
    await answeredInVain(page, { party1MoneyBack: 'due', party1PaymentAmount: 0, refundDue: 199 });
    await page.goto(`/nda/${id}?lang=${language}`);
    await page.getByRole('button', { name: textsOf(language).finish.due.button }).click();
    await orderByCard(page, language);
    await expectSaidUntilClosed(page, language);
  });

  test(`a charged card of Party 2 that is no longer needed is said, in ${language}`, async ({ page }) => {
    await page.clock.install();
    await page.goto('/?lang=de');
    const link = await invitedToShare(page, `in-vain-${Date.now().toString(36)}-${language}@example.org`);
    await answeredInVain(page, { amountDue: 0, paymentStatus: 'none' });
    const address = new URL(link);
    address.searchParams.set('lang', language);
    await page.goto(address.href);
    await page.getByRole('button', { name: textsOf(language).remote.review.toPayment }).click();
    await orderByCard(page, language);
    await expectSaidUntilClosed(page, language);
  });
}
