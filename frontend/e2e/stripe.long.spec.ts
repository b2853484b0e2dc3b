import type { FrameLocator, Page } from '@playwright/test';
import { CONSENT } from '@siegel/contracts/agreement/consent';
import { expectAccessible } from './axe.js';
import { invitedToShare } from './invitation.js';
import { tokenOf } from './invited.js';
import { issueVoucher, createAgreement, signedByBoth, textsOf } from './journey.js';
import { test } from './stripe/paying-backend.js';
import { expect } from './test.js';

// All tests share one backend.
test.describe.configure({ mode: 'default' });

const { common, finish, payment, remote, 'remote-later': later, 'signing-page': signingPage } = textsOf('de');
const GOOD = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const ASKS = '4000 0025 0000 3155';
const STAYS = '4000 0000 0000 7777';

const card = (page: Page): FrameLocator => page.frameLocator('.dialog iframe');
const bank = (page: Page): FrameLocator => page.frameLocator('iframe[title="Secure 3D Secure frame"]');
const dialog = (page: Page) => page.getByRole('dialog');
const payButton = (page: Page) => page.getByRole('button', { name: CONSENT.de.pay });

async function fill(page: Page, number: string): Promise<void> {
  await card(page).getByLabel('Card number').fill(number);
  await card(page).getByLabel('Expiration date').fill('12/30');
  await card(page).getByLabel('Security code').fill('123');
}
async function order(page: Page, number: string): Promise<void> {
  await fill(page, number);
  await page.getByLabel(CONSENT.de.earlyPerformance).check();
  await payButton(page).click();
}

/** Opens the payment dialog for an agreement that both parties have signed but nobody has paid. */
async function openPaymentDialog(page: Page): Promise<string> {
  const id = await createAgreement(page);
  await signedByBoth(page, id);
  await page.goto(`/nda/${id}`);
  // Wait until the dialog's script is preloaded.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: finish.due.button }).click();
  await expect(dialog(page)).toBeVisible();
  return id;
}
const statusOf = async (page: Page, id: string): Promise<string> =>
  (await (await page.request.get(`/api/ndas/${id}`)).json()).paymentStatus;

test('Party 1 pays by card, from the first field to the document', async ({ page, stripe }) => {
  const id = await openPaymentDialog(page);
  await expect(card(page).getByLabel('Card number')).toBeFocused();
  await expectAccessible(page, 'the fields of a card');
  await payButton(page).click();
  await expect(card(page).getByText('Your card is incomplete.')).toBeVisible();
  await order(page, GOOD);
  await expect(page.getByText(payment.successTitle)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: finish.sent.title })).toBeVisible();
  expect(await statusOf(page, id)).toBe('succeeded');
  expect(stripe.read.join()).toContain('confirming');
});

test("a declined card is reported in the provider's words, and another card pays", async ({
  page,
  stripe,
}) => {
  expect(stripe.script).toBe('bank in a frame');
  const id = await openPaymentDialog(page);
  await order(page, DECLINED);
  await expect(page.getByText(payment.failureTitle)).toBeVisible();
  await expect(page.locator('.toast')).toContainText('card_declined');
  await fill(page, GOOD);
  await payButton(page).click();
  await expect(page.getByText(payment.successTitle)).toBeVisible();
  expect(await statusOf(page, id)).toBe('succeeded');
});

for (const way of ['mouse', 'keyboard'] as const)
  test(`the bank asks beside the dialog, answered by ${way}`, async ({ page, stripe }) => {
    expect(stripe.script).toBe('bank in a frame');
    const id = await openPaymentDialog(page);
    await order(page, ASKS);
    await expect(bank(page).getByRole('heading', { name: 'Your bank' })).toBeVisible();
    // After the bank has refused the payment, the payment dialog has the focus again and still contains the
    // typed data.
    await bank(page).getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByText(payment.failureTitle)).toBeVisible();
    await expect(payButton(page)).toBeFocused();
    await expect(card(page).getByLabel('Card number')).toHaveValue(ASKS);
    await payButton(page).press('Enter');
    const code = bank(page).getByLabel('Code');
    if (way === 'mouse') {
      await code.click();
      await page.keyboard.type('1234');
      await bank(page).getByRole('button', { name: 'Confirm' }).click();
    } else {
      await expect(code).toBeFocused();
      await page.keyboard.type('1234');
      await page.keyboard.press('Tab');
      await expect(bank(page).getByRole('button', { name: 'Confirm' })).toBeFocused();
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText(payment.successTitle)).toBeVisible();
    expect(await statusOf(page, id)).toBe('succeeded');
  });

test('while the bank asks, Tab leads to the frame of the bank, and nothing closes the dialog', async ({
  page,
  stripe,
}) => {
  expect(stripe.script).toBe('bank in a frame');
  await openPaymentDialog(page);
  await order(page, ASKS);
  const code = bank(page).getByLabel('Code');
  await expect(code).toBeFocused();
  const paying = page.getByRole('button', { name: payment.processing });
  await paying.focus();
  await expect(paying).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(code).toBeFocused();
  await expect(dialog(page)).toBeVisible();
  // After the bank has refused the payment, the payment dialog traps the focus again. The Tab key stays
  // within the dialog and never reaches the page behind it.
  await bank(page).getByRole('button', { name: 'Refuse' }).click();
  await expect(payButton(page)).toBeFocused();
  for (let step = 0; step < 14; step += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main, header, footer'))).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: finish.due.button })).toBeFocused();
});

for (const agreed of [true, false])
  test(`Party 1 ${agreed ? 'agrees' : 'refuses'} on a page of the bank and comes back`, async ({
    page,
    stripe,
  }) => {
    stripe.script = 'bank on a page';
    const id = await openPaymentDialog(page);
    await order(page, ASKS);
    await page.getByLabel('Code').fill('1234');
    await page.getByRole('button', { name: agreed ? 'Confirm' : 'Refuse' }).click();
    await expect(page.getByText(agreed ? payment.successTitle : payment.cameBackText)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/nda/${id}$`));
    if (agreed) expect(await statusOf(page, id)).toBe('succeeded');
    else {
      await order(page, GOOD);
      await expect(page.getByText(payment.successTitle)).toBeVisible();
    }
  });

test('a user who returns without a stored address sees the list of their agreements', async ({
  page,
  stripe,
}) => {
  expect(stripe.script).toBe('bank in a frame');
  await page.goto(
    '/?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
  );
  await expect(page).toHaveURL(/\/nda$/);
});

test('for an undecided payment the page says that the confirmation comes later', async ({ page, stripe }) => {
  expect(stripe.script).toBe('bank in a frame');
  await openPaymentDialog(page);
  await order(page, STAYS);
  await expect(page.getByText(payment.pendingTitle)).toBeVisible();
  await expect(page.getByText(finish.due.confirming)).toBeVisible();
  await expect(payButton(page)).toHaveCount(0);
});

test('a lost answer leads to a check, and the card is charged once', async ({ page, stripe }) => {
  const id = await openPaymentDialog(page);
  stripe.loseAnswer = true;
  await order(page, GOOD);
  await expect(page.getByText(payment.successTitle)).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  expect(await statusOf(page, id)).toBe('succeeded');
});

test('if the script fails to load, the user can pay by voucher or load the script again', async ({
  page,
  stripe,
  request,
}) => {
  stripe.script = 'refused';
  await openPaymentDialog(page);
  await expect(page.getByText(payment.fieldsFailedTitle)).toBeVisible();
  await expectAccessible(page, 'fields that could not be loaded');
  await page.getByRole('button', { name: payment.retry }).click();
  await expect(page.getByText(payment.fieldsFailedTitle)).toBeVisible();
  stripe.script = 'bank in a frame';
  await page.getByRole('button', { name: payment.retry }).click();
  await expect(card(page).getByLabel('Card number')).toBeVisible();
  await page.getByRole('tab', { name: payment.voucher }).click();
  await page.getByLabel(payment.code).fill(await issueVoucher(request));
  await page.getByRole('button', { name: payment.redeem }).click();
  await expect(page.getByText(payment.voucherSuccessTitle)).toBeVisible();
});

test.describe('Party 2 pays its share, and Stripe never sees its token', () => {
  let people = 0;
  async function linked(page: Page, api: string): Promise<string> {
    people += 1;
    const address = `share-${Date.now().toString(36)}-${people}@example.org`;
    return invitedToShare(page, address, async (clientSecret) => {
      await fetch(`${api}/double/confirm`, {
        method: 'POST',
        body: JSON.stringify({ clientSecret, card: GOOD }),
      });
    });
  }
  const pays = (page: Page) => page.getByRole('button', { name: remote.review.toPayment });
  const pad = (page: Page) => page.getByRole('region', { name: later.sign.region });

  test('goes from the link to the pad although the bank asks', async ({ page, stripe, paying }) => {
    const link = await linked(page, paying.api);
    await page.goto(link);
    await pays(page).click();
    await order(page, ASKS);
    await bank(page).getByLabel('Code').fill('1234');
    await page.keyboard.press('Enter');
    await expect(page.getByText(payment.successTitle)).toBeVisible();
    await expect(pad(page)).toBeVisible();
    await expect(page).toHaveURL(/\/sign\/-$/);
    await page.goBack();
    await page.reload();
    await page.getByRole('button', { name: remote.review.toSign }).click();
    await expect(pad(page)).toBeVisible();
    const read = stripe.read.join('\n');
    for (const when of ['loaded', 'mounted', 'confirming', 'popstate', 'in the frame of the card'])
      expect(read, when).toContain(`"when":"${when}"`);
    expect(read).not.toContain(tokenOf(link));
    expect(read).toContain('/sign/-');
  });

  test('earlier entries of the history give no token away either', async ({ page, stripe, paying }) => {
    const link = await linked(page, paying.api);
    await page.goto(link);
    await expect(pays(page)).toBeVisible();
    await page.evaluate(() => window.history.pushState({ view: 'review' }, '', '#text'));
    await pays(page).click();
    await expect(card(page).getByLabel('Card number')).toBeVisible();
    await page.evaluate(() => window.history.back());
    await expect.poll(() => stripe.read.join('\n')).toContain('"when":"popstate"');
    await expect(page).toHaveURL(/\/sign\/-$/);
    expect(stripe.read.join('\n')).not.toContain(tokenOf(link));
  });

  test('leads back from a page of the bank', async ({ page, stripe, paying }) => {
    stripe.script = 'bank on a page';
    const link = await linked(page, paying.api);
    await page.goto(link);
    await pays(page).click();
    await order(page, ASKS);
    await page.getByLabel('Code').fill('1234');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(payment.successTitle)).toBeVisible();
    await expect(pad(page)).toBeVisible();
    await expect(page).toHaveURL(/\/sign\/-$/);
    expect(stripe.read.join('\n')).not.toContain(tokenOf(link));
  });

  test('/sign/- by itself is not a valid link', async ({ page, stripe }) => {
    expect(stripe.read).toEqual([]);
    await page.goto('/sign/-');
    await expect(page.getByRole('heading', { level: 1, name: signingPage.invalidTitle })).toBeVisible();
    await expect(page.getByRole('link', { name: common.backHome, exact: true })).toBeVisible();
  });
});
