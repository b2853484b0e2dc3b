import { expectAccessible } from './axe.js';
import { adminPassword, createAgreement, signedByBoth, textsOf } from './journey.js';
import { expectGoodLayout, smallTargets } from './layout.js';
import { expect, test } from './test.js';
import { sampledUnlessAll } from './sampled.js';

const texts = textsOf('de').replay;
const START = /\?(?:.*&)?revision=0(?:&|$)/;

for (const colorScheme of sampledUnlessAll(['light', 'dark'] as const))
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme });

    test('any agreement is replayed event by event, with the keyboard alone', async ({ page }) => {
      const ideaTitle = `Deichsel ${Date.now().toString(36)}`;
      const id = await createAgreement(page, { ideaTitle });
      await signedByBoth(page, id);
      await page.request.post('/api/admin/login', { data: { password: adminPassword() } });
      await page.goto('/admin/audit?lang=de');
      await page.getByRole('searchbox', { name: texts.list.search }).fill(id);
      await page.getByRole('link', { name: ideaTitle, exact: true }).click();

      const range = page.getByRole('slider', { name: texts.slider });
      await range.focus();
      await page.keyboard.press('Home');
      await expect(page).toHaveURL(START);
      await expect(range).toHaveAttribute(
        'aria-valuetext',
        new RegExp(`^1 von \\d+: ${texts.events.NdaCreated}`),
      );
      await expect(page.getByRole('rowheader', { name: texts.fields.ideaTitle })).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText(texts.values.party1_signed).first()).toBeVisible();
      await page.keyboard.press('PageDown');
      await expect(page).toHaveURL(START);

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: texts.proof.download }).click();
      expect((await download).suggestedFilename()).toBe(`siegel-${id}.zip`);
      await expect(page.getByText(texts.proof.downloaded)).toBeVisible();
      // The download has made sure that a checkpoint covers the events. Without a checkpoint the page would
      // show `proof.intactChain`.
      await page.getByRole('button', { name: texts.proof.verify, exact: true }).click();
      await expect(page.getByText(texts.proof.intact)).toBeVisible();

      await expectAccessible(page, 'the history');
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectGoodLayout(page, `the history, ${width} px wide`);
        if (width === 390) expect(await smallTargets(page), 'the history').toEqual([]);
      }
    });
  });
