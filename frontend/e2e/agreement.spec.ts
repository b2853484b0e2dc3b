import type { Page } from '@playwright/test';
import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { ERRORS } from '@siegel/contracts/errors';
import { berlinDay } from '@siegel/contracts/formats';
import { agreementText } from '@siegel/contracts/testing/agreement-text';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { expectAccessible } from './axe.js';
import { draftOf, draw, fillIdea, fillTerms, pad, textsOf } from './journey.js';
import { expect, test, testInAll } from './test.js';

const draft = draftOf('de');
const texts = textsOf('de');
const { wizard, signing } = texts;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function toReview(page: Page): Promise<void> {
  await page.goto('/create?lang=de');
  await fillIdea(page, texts, draft);
  await button(page, wizard.idea.continue).click();
  await fillTerms(page, texts);
  await button(page, wizard.terms.continue).click();
  // The previous step also shows the agreement, beside its fields. So wait first for the button that only
  // this step has.
  await expect(button(page, wizard.review.confirm)).toBeVisible();
  await expect(page.getByRole('article')).toBeVisible();
}

/**
 * Returns the marked words. `seen` is true if the words begin within the box of the preview. Returns null if
 * nothing is marked.
 */
const marked = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('.preview-paper');
    const [words] = box?.querySelectorAll('.agreement-live') ?? [];
    if (!box || !words) return null;
    const [frame, place] = [box.getBoundingClientRect(), words.getBoundingClientRect()];
    return { text: words.textContent, seen: place.top >= frame.top && place.top < frame.bottom };
  });

testInAll(
  'each field marks its place in the preview and brings it into view, without moving the page',
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/create?lang=de');
    await fillIdea(page, texts, draft);
    const name = page.getByLabel(wizard.idea.name, { exact: true });
    const company = page.getByLabel(wizard.idea.company);
    const first = [
      [page.getByLabel(wizard.idea.description, { exact: true }), draft.description],
      [name.nth(1), draft.party2.name],
      [company.nth(1), ''],
      [page.getByLabel(wizard.idea.ideaTitle), draft.title],
    ] as const;
    for (const [field, text] of first) {
      await field.focus();
      await expect.poll(() => marked(page)).toEqual({ text, seen: true });
    }
    await page.getByLabel(wizard.idea.email).nth(0).focus();
    await expect.poll(() => marked(page)).toBeNull();

    await button(page, wizard.idea.continue).click();
    await fillTerms(page, texts);
    const second = [
      [page.getByLabel(wizard.terms.return), 'zurückzugeben oder zu vernichten'],
      [page.getByLabel(wizard.terms.duration, { exact: true }), 'drei Jahren'],
      [page.getByLabel(wizard.terms.permitted), 'Nicht angegeben'],
      [page.getByLabel(wizard.terms.amount), '15.000\u00a0EUR'],
      [page.getByLabel(wizard.terms.scope), 'im jeweiligen Gebiet der Europäischen Union'],
    ] as const;
    for (const [field, text] of second) {
      await field.focus();
      const before = await page.evaluate(() => window.scrollY);
      await expect.poll(() => marked(page)).toEqual({ text, seen: true });
      expect(await page.evaluate(() => window.scrollY)).toBe(before);
    }
  },
);

testInAll(
  'characters that the document cannot show are all named at their field, and refused by the server too',
  async ({ page }) => {
    await page.goto('/create?lang=de');
    await fillIdea(page, texts, { ...draft, party2: { ...draft.party2, name: 'Li 王小明' } });
    await button(page, wizard.idea.continue).click();
    const field = page.getByLabel(wizard.idea.name, { exact: true }).nth(1);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(
      page.getByText('Die Zeichen 王, 小, 明 können im Dokument nicht dargestellt werden.'),
    ).toBeVisible();
    await expectAccessible(page, 'characters refused');
    await field.fill('Jo\u0308rg Łukasz');
    await expect(page.getByText('im Dokument nicht dargestellt')).toHaveCount(0);

    const answer = await page.request.post('/api/ndas', {
      headers: { 'accept-language': 'en' },
      data: { ...SAMPLES.en, ideaTitle: 'Trailer 🚲' },
    });
    expect(answer.status()).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [
        {
          field: 'ideaTitle',
          code: 'validation.printable',
          message: 'The character “🚲” cannot be shown in the document. Please replace or remove it.',
        },
      ],
    });
  },
);

test('the signed text is the text on the screen: its hash is the recorded one', async ({ page }) => {
  await toReview(page);
  await expectAccessible(page, 'the agreement in step 3');
  await button(page, wizard.review.confirm).click();
  await expect(page).toHaveURL(/\/nda\//);
  const nda = await (await page.request.get(page.url().replace('/nda/', '/api/ndas/'))).json();
  const document = fillAgreement({ ...nda, issueDate: berlinDay(nda.createdAt) });
  expect(agreementHash(document)).toBe(nda.agreementHash);
  const short = [0, 4, 8].map((start) => String(nda.agreementHash).slice(start, start + 4)).join('·');
  await expect(pad(page, texts, 1).getByText(short)).toBeVisible();
  await page.getByRole('button', { name: signing.read }).click();
  const shown = await page
    .getByRole('dialog')
    .getByRole('article')
    .evaluate((deed) => {
      for (const node of deed.querySelectorAll('[aria-hidden="true"], .agreement-signatures')) node.remove();
      return deed.textContent ?? '';
    });
  const squeezed = (text: string): string => text.replaceAll(/[\s\u00ad]+/g, '');
  expect(squeezed(shown)).toBe(squeezed(agreementText(document)));
});

test('a text that changed after the party read it is not signed, and the screen offers to reload', async ({
  page,
}) => {
  await toReview(page);
  await button(page, wizard.review.confirm).click();
  await expect(page).toHaveURL(/\/nda\//);
  await page.route('**/sign', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), agreementHash: 'a'.repeat(64) } }),
  );
  await draw(page, pad(page, texts, 1));
  const answer = page.waitForResponse('**/sign');
  await pad(page, texts, 1).getByRole('button', { name: signing.sign }).click();
  expect((await answer).status()).toBe(409);
  expect(await (await answer).json()).toMatchObject({ code: 'agreement_changed' });
  await expect(page.getByText(ERRORS.agreement_changed.de).first()).toBeVisible();
  await expect(pad(page, texts, 1).getByRole('button', { name: signing.sign })).toBeDisabled();
  await expect(page.getByRole('button', { name: texts.agreement.reload })).toBeInViewport();
  await expectAccessible(page, 'a changed agreement');
  await page.unroute('**/sign');
  await page.getByRole('button', { name: texts.agreement.reload }).click();
  await draw(page, pad(page, texts, 1));
  await pad(page, texts, 1).getByRole('button', { name: signing.sign }).click();
  await expect(pad(page, texts, 1).getByText(signing.signed, { exact: true })).toBeVisible();
});

test('if the screen fills in the text differently from the server, nobody can sign', async ({ page }) => {
  await toReview(page);
  await page.route(/\/api\/ndas\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), agreementHash: 'b'.repeat(64) } });
  });
  await button(page, wizard.review.confirm).click();
  await expect(page.getByRole('button', { name: texts.agreement.reload })).toBeVisible();
  await expect(pad(page, texts, 1).getByRole('button', { name: signing.sign })).toBeDisabled();
});

testInAll('printed, the page is the agreement alone, dark or light', async ({ page }) => {
  await toReview(page);
  const deed = await page.getByRole('article').innerText();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme });
    expect(await page.locator('body').innerText()).toBe(deed);
    expect(await page.getByRole('article').evaluate((node) => getComputedStyle(node).color)).toBe(
      'rgb(0, 0, 0)',
    );
    for (const chrome of [
      '.steps',
      '.action-bar',
      '.notice',
      '.site-header',
      '.site-footer',
      '.agreement-foot',
    ])
      await expect(page.locator(chrome).first()).toBeHidden();
  }
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: texts.agreement.print }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');

  await button(page, wizard.back).click();
  await button(page, wizard.preview.readAll).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible();
  await expect(page.locator('#root .agreement').first()).toBeHidden();
  expect(await page.locator('body').innerText()).toBe(deed);
});
