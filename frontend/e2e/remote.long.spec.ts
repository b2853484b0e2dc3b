import type { Page } from '@playwright/test';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { expectAccessible } from './axe.js';
import {
  anotherBrowser,
  drawAt,
  filled,
  invited,
  party2Pad,
  reviewTitle,
  signedByLink,
  tokenOf,
  toPad,
} from './invited.js';
import { textsOf } from './journey.js';
import { expectNothingCut } from './layout.js';
import { linkTo } from './mailbox.js';
import { expect, test } from './test.js';

const texts = textsOf('de');
const { invitation, links, remote, 'remote-later': later, signing, wizard } = texts;
const dead = texts['signing-page'];
const heading = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 1, name: text });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const begins = (text: string) => new RegExp(`^${text.split('{{')[0]}`);

test('a mail program declines reminders with one click', async ({ page, request }) => {
  const { id, party2Email } = await invited(page);
  const token = tokenOf(await linkTo(request, party2Email, 'reminders'));
  const answer = await request.post(`/api/reminders/${token}/decline`, {
    form: { 'List-Unsubscribe': 'One-Click' },
    headers: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
  });
  expect(answer.status()).toBe(204);
  await page.goto(`/nda/${id}`);
  await expect(page.getByRole('button', { name: invitation.remind.button })).toBeDisabled();
  await page.goto(`/reminders/${token}`);
  await press(page, links.reminders.button);
  await expect(heading(page, links.reminders.doneTitle)).toBeVisible();
});

test('a signature is disputed through the final mail, and Party 1 sees the dispute', async ({
  page,
  request,
  browser,
  complaints,
}) => {
  const { id, token, party2Email } = await invited(page);
  await signedByLink(request, token);
  const far = await (await anotherBrowser(browser, complaints)).newPage();
  await far.goto(await linkTo(request, party2Email, 'dispute'));
  await expect(heading(far, links.dispute.title)).toBeVisible();
  await expectAccessible(far, 'the page that disputes');
  await press(far, links.dispute.button);
  await expect(heading(far, begins(links.dispute.doneTitle))).toBeFocused();
  await expectAccessible(far, 'the page that disputes, done');
  await far.reload();
  await expect(heading(far, begins(links.dispute.doneTitle))).toBeVisible();
  await page.goto(`/nda/${id}`);
  await expect(page.getByText(begins(invitation.disputed.title))).toBeVisible();
  await expectAccessible(page, 'step 5, disputed');
});

test('Party 1 continues in another browser, and ends the access of that browser', async ({
  page,
  request,
  browser,
  complaints,
}) => {
  const { id, party1Email } = await invited(page);
  await page.goto(`/nda/${id}`);
  await press(page, filled(invitation.devices.button, { email: party1Email }));
  const other = await (await anotherBrowser(browser, complaints)).newPage();
  const link = await linkTo(request, party1Email, 'continue');
  await other.goto(link);
  await expect(heading(other, links.continue.title)).toBeVisible();
  await expectAccessible(other, 'the page that goes on');
  await press(other, links.continue.button);
  await expect(other).toHaveURL(`/nda/${id}`);
  await expect(other.getByText(invitation.status.waiting)).toBeVisible();
  await expect(page.getByText(filled(invitation.devices.others_one, { count: 1 }))).toBeVisible();
  await press(page, invitation.devices.end);
  await expect(page.getByText(invitation.devices.ended).first()).toBeVisible();
  await other.reload();
  await expect(heading(other, wizard.load.notFoundTitle)).toBeVisible();
  await other.goto(link);
  await press(other, links.continue.button);
  await expect(heading(other, links.continue.overTitle)).toBeVisible();
});

test('Party 1 withdraws while Party 2 is about to sign', async ({ page, browser, complaints }) => {
  const { id, link } = await invited(page);
  const far = await (await anotherBrowser(browser, complaints)).newPage();
  await drawAt(far, link);
  const sign = party2Pad(far).getByRole('button', { name: signing.sign });
  await expect(sign).toBeEnabled();
  // Make the polls of Party 2's page fail from this point on. Party 2's page then does not notice the
  // withdrawal, so the service itself has to refuse the signature.
  await far.route('**/api/remote-signature/*', (route) => route.abort('blockedbyclient'));
  await page.goto(`/nda/${id}`);
  await press(page, invitation.cancel.button);
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByText(invitation.cancel.confirm, { exact: true })
    .click();
  await expect(page.getByText(invitation.status.cancelled, { exact: true })).toBeVisible();
  await far.unroute('**/api/remote-signature/*');
  await sign.click({ timeout: 4_000 }).catch(() => undefined);
  await expect(far.getByText(later.gone.title)).toBeVisible();
  await expect(far.getByText(/Es wurde nichts unterschrieben/)).toBeVisible();
  await expect(party2Pad(far)).toHaveAttribute('inert');
});

test('two tabs of Party 2 sign at once, and both show the agreement as done', async ({
  page,
  browser,
  complaints,
}) => {
  const { link } = await invited(page);
  const context = await anotherBrowser(browser, complaints);
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.bringToFront();
    await drawAt(tab, link);
  }
  const signs = tabs.map((tab) => party2Pad(tab).getByRole('button', { name: signing.sign }));
  await Promise.all(signs.map((button) => button.click()));
  for (const tab of tabs) await expect(heading(tab, later.done.title)).toBeVisible();
});

test('each view survives a reload, and another device sees the same', async ({
  page,
  request,
  browser,
  complaints,
}) => {
  const { link, token } = await invited(page);
  const far = await (await anotherBrowser(browser, complaints)).newPage();
  await far.goto(link);
  await expect(heading(far, reviewTitle)).toBeVisible();
  await far.reload();
  await toPad(far, link);
  await far.reload();
  // A reload loses the drawing. So the page shows the agreement's text again first.
  await expect(heading(far, reviewTitle)).toBeVisible();
  await signedByLink(request, token);
  await expect(heading(far, later.done.title)).toBeVisible();
  await far.reload();
  await expect(heading(far, later.done.title)).toBeVisible();
  const second = await (await anotherBrowser(browser, complaints)).newPage();
  await second.goto(link);
  await expect(second.getByRole('link', { name: later.done.download })).toBeVisible();
});

test('on a phone Party 2 signs by typing, with the keyboard alone', async ({ page, browser, complaints }) => {
  const { link } = await invited(page);
  const viewport = { width: 390, height: 844 };
  const far = await (await anotherBrowser(browser, complaints, { viewport, hasTouch: true })).newPage();
  await far.goto(link);
  await expect(heading(far, reviewTitle)).toBeVisible();
  await expectNothingCut(far, 'the text on a phone');
  const reach = async (name: string) => {
    const isThere = () =>
      far.evaluate((text) => document.activeElement?.textContent?.trim().startsWith(text) === true, name);
    for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await far.keyboard.press('Tab');
    expect(await isThere(), `${name} is reached`).toBe(true);
  };
  await reach(remote.review.toSign);
  await far.keyboard.press('Enter');
  await expect(party2Pad(far)).toBeVisible();
  await reach(signing.draw);
  await far.keyboard.press('ArrowRight');
  // The text field appears only after typing is chosen.
  await expect(party2Pad(far).getByRole('textbox')).toBeVisible();
  await far.keyboard.press('Tab');
  await expect(party2Pad(far).getByRole('textbox')).toBeFocused();
  await far.keyboard.type(SAMPLES.de.party2Name);
  await expect(party2Pad(far).getByRole('button', { name: signing.sign })).toBeEnabled();
  await expectNothingCut(far, 'the pad on a phone');
  await reach(signing.sign);
  await far.keyboard.press('Enter');
  await expect(heading(far, later.done.title)).toBeFocused();
  await expectNothingCut(far, 'the end on a phone');
});

test('a link still works after mail programs have rewritten it', async ({ page }) => {
  const { token } = await invited(page);
  for (const end of ['.', ')', '?utm_source=mail&fbclid=x', '/']) {
    await page.goto(`/sign/${token}${end}`);
    await expect(heading(page, reviewTitle)).toBeVisible();
  }
  await page.goto(`/sign/${token.toUpperCase()}`);
  await expect(heading(page, dead.invalidTitle)).toBeVisible();
  await expect(page.getByText(dead.damaged)).toBeVisible();
  await expectAccessible(page, 'the card of a dead link');
});
