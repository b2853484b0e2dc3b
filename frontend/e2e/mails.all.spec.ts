import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { expectNothingCut } from './layout.js';
import { expect, test } from './test.js';
import { sampledUnlessLong } from './sampled.js';

interface SampleMail {
  readonly name: string;
  readonly language: string;
  readonly mail: { readonly html: string };
}

/**
 * Returns the mails that `npm run mails` writes. They come from the backend build that the test command has
 * made.
 */
async function samples(): Promise<readonly SampleMail[]> {
  const built = new URL('../../backend/dist/mail/testing/sample-mails.js', import.meta.url);
  const { sampleMails } = (await import(built.href)) as { sampleMails: () => readonly SampleMail[] };
  return sampleMails();
}

/** Returns the button's link and size, or null if the mail has no button. */
const buttonOf = (page: Page) =>
  page.evaluate(() => {
    const button = document.querySelector<HTMLAnchorElement>('td[bgcolor="#A3262A"] > a');
    if (button === null) return null;
    const { width, height } = button.getBoundingClientRect();
    return { url: button.href, width, height };
  });

const LOOKS = [
  { colorScheme: 'dark', width: 375 },
  { colorScheme: 'light', width: 600 },
  { colorScheme: 'dark', width: 600 },
  { colorScheme: 'light', width: 375 },
] as const;

for (const { colorScheme, width } of sampledUnlessLong(LOOKS))
  test(`mails are readable at ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const mails = await samples();
    expect(mails.length).toBeGreaterThan(20);
    for (const { name, language, mail } of mails) {
      await page.setContent(mail.html);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expectNothingCut(page, name);
      const button = await buttonOf(page);
      if (/^(cancellation|correction|withdrawal|order)/.test(name)) expect(button, name).toBeNull();
      else {
        expect(button?.height, `height of the button of ${name}`).toBeGreaterThanOrEqual(44);
        expect(button?.width, `width of the button of ${name}`).toBeGreaterThanOrEqual(44);
        expect(await page.locator('body').innerText()).toContain(button?.url ?? 'no address');
      }
      await expectAccessible(page, name);
    }
  });
