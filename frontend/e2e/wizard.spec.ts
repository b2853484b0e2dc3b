import type { Page } from '@playwright/test';
import { ERRORS } from '@siegel/contracts/errors';
import { expectAccessible } from './axe.js';
import { confirmed, draftOf, draw, fillIdea, fillTerms, pad, sign, textsOf } from './journey.js';
import { withFontsLoaded } from './fonts.js';
import { chooseEnglish } from './language.js';
import { expect, test, testInAll } from './test.js';

const texts = textsOf('de');
const { wizard, signing, finish } = texts;
const draft = draftOf('de');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const toSigning = (page: Page): Promise<void> => confirmed(page, texts, draft);

test('changing the language keeps the typed data and translates the errors', async ({ page }) => {
  const en = textsOf('en');
  await page.goto('/create?lang=de');
  await page.getByLabel(wizard.idea.ideaTitle).fill(draft.title);
  await button(page, wizard.idea.continue).click();
  await expect(page.getByText('Beschreibung muss mindestens 50 Zeichen lang sein')).toBeVisible();
  await chooseEnglish(page);
  await expect(page.getByLabel(en.wizard.idea.ideaTitle)).toHaveValue(draft.title);
  await expect(page.getByText('At least 50 characters required.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('both sign with the keyboard alone, by typing', async ({ page }) => {
  await toSigning(page);
  for (const party of [1, 2] as const) {
    const card = pad(page, texts, party);
    await card.getByRole('tab', { name: signing.draw }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await expect(card.getByRole('tab', { name: signing.type })).toHaveAttribute('aria-selected', 'true');
    await card.getByLabel(signing.typeLabel).focus();
    await page.keyboard.type(party === 1 ? draft.party1.name : 'Łukasz Żółć');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect(card.getByRole('radio').nth(1)).toBeChecked();
    await expect(card.getByRole('button', { name: signing.sign })).toBeEnabled();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    if (party === 1) await expect(card.getByText(signing.signed, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('heading', { level: 1, name: finish.due.title })).toBeVisible();
});

test('two tabs sign at once: one succeeds, the other shows the current state', async ({ page, context }) => {
  await toSigning(page);
  const other = await context.newPage();
  await other.goto(page.url());
  // The browser hardly paints background tabs. So bring each tab to the front before its pad is used.
  await draw(other, pad(other, texts, 1));
  await page.bringToFront();
  await sign(page, texts, 1);
  await other.bringToFront();
  await pad(other, texts, 1).getByRole('button', { name: signing.sign }).click();
  await expect(other.getByText(ERRORS.already_signed.de).first()).toBeVisible();
  await expect(pad(other, texts, 1).getByText(signing.signed, { exact: true })).toBeVisible();
});

testInAll('changed data replaces an unsigned draft, and stays beside a signed one', async ({ page }) => {
  await toSigning(page);
  const first = page.url();
  const change = async (title: string) => {
    await button(page, wizard.back).click();
    await button(page, wizard.back).click();
    await button(page, wizard.back).click();
    await page.getByLabel(wizard.idea.ideaTitle).fill(title);
    await button(page, wizard.idea.continue).click();
    await button(page, wizard.terms.continue).click();
  };
  await button(page, wizard.back).click();
  await button(page, wizard.review.confirm).click();
  await expect(page.locator('canvas').first()).toBeVisible();
  expect(page.url(), 'unchanged data uses the NDA again').toBe(first);

  await change('Anderer Titel');
  await expect(page.getByText(wizard.review.replaceTitle)).toBeVisible();
  await button(page, wizard.review.confirm).click();
  await expect(page).not.toHaveURL(first);
  expect((await page.request.get(first.replace('/nda/', '/api/ndas/'))).status()).toBe(410);

  const second = page.url();
  await sign(page, texts, 1);
  await change('Noch ein Titel');
  await expect(page.getByText(wizard.review.signedTitle)).toBeVisible();
  await button(page, wizard.review.confirm).click();
  await expect(page).not.toHaveURL(second);
  expect((await page.request.get(second.replace('/nda/', '/api/ndas/'))).status()).toBe(200);
});

testInAll("the browser's back and forward go through the steps and lose nothing", async ({ page }) => {
  await page.goto('/faq');
  await page.goto('/create?lang=de');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name: name });
  await fillIdea(page, texts, draft);
  await button(page, wizard.idea.continue).click();
  await fillTerms(page, texts);
  await button(page, wizard.terms.continue).click();
  await expect(heading(wizard.review.title)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel(wizard.terms.amount)).toHaveValue('15000');
  await page.goBack();
  await expect(page.getByLabel(wizard.idea.ideaTitle)).toHaveValue(draft.title);
  await page.goForward();
  await page.goForward();
  await expect(heading(wizard.review.title)).toBeVisible();
  await button(page, wizard.review.confirm).click();
  await expect(page).toHaveURL(/\/nda\//);
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.goBack();
  await expect(heading(wizard.review.title)).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel(wizard.terms.amount)).toHaveValue('15000');
  await page.goForward();
  await expect(heading(wizard.review.title)).toBeVisible();
  await page.goForward();
  await expect(page.locator('canvas').first()).toBeVisible();
});

test('text typed in one tab appears in the other tab, and no text is lost', async ({ page, context }) => {
  await page.goto('/create?lang=de');
  const title = (tab: Page) => tab.getByLabel(wizard.idea.ideaTitle);
  const name = (tab: Page) => tab.getByLabel(wizard.idea.name, { exact: true });
  await title(page).fill('Im ersten Fenster');
  const other = await context.newPage();
  await other.goto('/create?lang=de');
  await name(other).nth(0).pressSequentially('Im zweiten Fenster');
  await expect(name(page).nth(0)).toHaveValue('Im zweiten Fenster');
  await expect(page.getByText(wizard.elsewhere.sameTitle)).toBeVisible();
  await expectAccessible(page, 'a draft changed in another window');
  await name(page).nth(1).fill('Wieder im ersten');
  await expect(page.getByText(wizard.elsewhere.sameTitle)).toHaveCount(0);
  await expect(name(other).nth(1)).toHaveValue('Wieder im ersten');
  await other.reload();
  await expect(title(other)).toHaveValue('Im ersten Fenster');
  await expect(name(other).nth(0)).toHaveValue('Im zweiten Fenster');
  await expect(name(other).nth(1)).toHaveValue('Wieder im ersten');
});

testInAll(
  'on the review the next thing is in sight, and an address can be changed at its field',
  async ({ page }) => {
    await withFontsLoaded(page);
    await page.goto('/create?lang=de');
    await fillIdea(page, texts, draft);
    await button(page, wizard.idea.continue).click();
    await fillTerms(page, texts);
    await button(page, wizard.terms.continue).click();
    for (const height of [844, 720]) {
      await page.setViewportSize({ width: height === 844 ? 390 : 1280, height });
      await expect(button(page, wizard.review.confirm)).toBeInViewport({ ratio: 1 });
      await expect(page.getByText(draft.party1.email)).toBeInViewport();
    }
    await button(page, wizard.review.changeRecipients).click();
    const address = page.getByLabel(wizard.idea.email).nth(0);
    await expect(address).toBeFocused();
    await expect(address).toBeInViewport();
  },
);

testInAll('on a phone the preview is one slim bar, below which no field lies', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/create?lang=de');
  const bar = button(page, wizard.preview.open);
  await expect(bar).toBeInViewport({ ratio: 1 });
  const box = await bar.boundingBox();
  expect(box).toEqual({ x: 0, y: 844 - (box?.height ?? 0), width: 390, height: expect.any(Number) });
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeLessThanOrEqual(46);
  const last = page.getByLabel(wizard.idea.email).nth(1);
  await last.focus();
  const field = await last.boundingBox();
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(box?.y ?? 0);
  await bar.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

testInAll(
  'a message that appears while a button is pressed does not make the press miss it',
  async ({ page }) => {
    await page.goto('/create?lang=de');
    await fillIdea(page, texts, draft);
    await page.getByLabel(wizard.idea.email).nth(1).fill('keine Adresse');
    await button(page, wizard.startNew).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.getByText('Gültige E-Mail-Adresse erforderlich')).toBeVisible();
  },
);

testInAll(
  'without its cookie an NDA is out of reach, and what was typed begins a new one',
  async ({ page, context }) => {
    await toSigning(page);
    await context.clearCookies();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: wizard.load.notFoundTitle })).toBeVisible();
    await expectAccessible(page, 'an NDA out of reach');
    await button(page, wizard.load.reuse).click();
    await expect(page.getByLabel(wizard.idea.ideaTitle)).toHaveValue(draft.title);
  },
);

testInAll('without a connection nothing is lost, and a second try succeeds', async ({ page, context }) => {
  await page.goto('/create?lang=de');
  await fillIdea(page, texts, draft);
  await button(page, wizard.idea.continue).click();
  await fillTerms(page, texts);
  await button(page, wizard.terms.continue).click();
  await context.setOffline(true);
  await button(page, wizard.review.confirm).click();
  await expect(page.getByText(wizard.review.failedTitle)).toBeVisible();
  await context.setOffline(false);
  await button(page, wizard.review.confirm).click();
  await expect(page).toHaveURL(/\/nda\//);
  const card = pad(page, texts, 1);
  await draw(page, card);
  await context.setOffline(true);
  await card.getByRole('button', { name: signing.sign }).click();
  await expect(page.getByText(signing.failedTitle)).toBeVisible();
  await context.setOffline(false);
  await card.getByRole('button', { name: signing.retry }).click();
  await expect(card.getByText(signing.signed, { exact: true })).toBeVisible();
  // After Party 1 has signed, the page goes back to its top. There it tells Party 2 that the signature is
  // binding.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

testInAll('nothing scrolls sideways on a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await page.goto('/create?lang=de');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await sideways()).toBeLessThanOrEqual(0);
  await toSigning(page);
  expect(await sideways()).toBeLessThanOrEqual(0);
  await sign(page, texts, 1);
  await sign(page, texts, 2);
  await expect(page.getByRole('heading', { level: 1, name: finish.due.title })).toBeVisible();
  expect(await sideways()).toBeLessThanOrEqual(0);
});
