import type { Page } from '@playwright/test';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { expectAccessible } from './axe.js';
import { anotherBrowser, drawAt, filled, invited, party2Pad, reviewTitle, tokenOf } from './invited.js';
import { createAgreement, openStep, textsOf } from './journey.js';
import { linkTo } from './mailbox.js';
import { expect, test } from './test.js';

const { invitation, links, 'remote-later': later, signing, wizard } = textsOf('de');
const name = SAMPLES.de.party2Name;
const heading = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 1, name: text });

test('the chosen mode and payer are kept when Party 1 goes back to the text', async ({ page }) => {
  await page.goto('/');
  await openStep(page, 4, await createAgreement(page));
  await page.getByRole('radio', { name: signing.mode.remote }).check();
  await page.getByRole('radio', { name: /1,99/ }).check();
  await page.getByRole('button', { name: wizard.back }).click();
  await page.getByRole('button', { name: wizard.review.confirm }).click();
  await expect(page.getByRole('radio', { name: signing.mode.remote })).toBeChecked();
  await expect(page.getByRole('radio', { name: /1,99/ })).toBeChecked();
});

test('Party 2 declines reminders, and Party 1 reads this beside the button', async ({
  page,
  request,
  browser,
  complaints,
}) => {
  const { id, party2Email } = await invited(page);
  await page.goto(`/nda/${id}`);
  const remind = page.getByRole('button', { name: invitation.remind.button });
  await expect(remind).toBeEnabled();
  const far = await (await anotherBrowser(browser, complaints)).newPage();
  const token = tokenOf(await linkTo(request, party2Email, 'reminders'));
  // A person opens the address that a mail program calls for one-click unsubscribing from reminders.
  await far.goto(`/api/reminders/${token}/decline`);
  await expect(far).toHaveURL(`/reminders/${token}`);
  await expect(heading(far, links.reminders.title)).toBeVisible();
  await expectAccessible(far, 'the page that declines reminders');
  await expect(remind).toBeEnabled();
  await far.getByRole('button', { name: links.reminders.button }).click();
  await expect(heading(far, links.reminders.doneTitle)).toBeFocused();
  await expect(remind).toBeDisabled();
  await expect(remind).toHaveAccessibleDescription(filled(invitation.refusal.declined, { name }));
  await expectAccessible(page, 'step 4, reminders declined');
});

test('correcting the address ends the old page, which keeps its drawing, and the new link works', async ({
  page,
  request,
  browser,
  complaints,
}) => {
  const { id, link, token } = await invited(page);
  const far = await (await anotherBrowser(browser, complaints)).newPage();
  await drawAt(far, link);
  const drawing = () =>
    party2Pad(far)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const before = await drawing();
  await page.goto(`/nda/${id}`);
  await page.getByRole('button', { name: filled(invitation.address.correctOf, { name }) }).click();
  const field = page.getByLabel(filled(invitation.address.label, { name }));
  await expect(field).toBeFocused();
  const corrected = `corrected-${id}@example.org`;
  await page.keyboard.type(corrected);
  await page.getByRole('button', { name: invitation.address.saveAndSend }).click();
  await expect(page.getByText(corrected).first()).toBeVisible();
  await expect(far.getByText(later.gone.title)).toBeVisible();
  await expect(party2Pad(far)).toHaveAttribute('inert');
  expect(await drawing()).toBe(before);
  await expectAccessible(far, 'the remote page, its link replaced');
  expect((await request.get(`/api/remote-signature/${token}`)).status()).toBe(410);
  await far.goto(await linkTo(request, corrected, 'sign'));
  await expect(heading(far, reviewTitle)).toBeVisible();
});
