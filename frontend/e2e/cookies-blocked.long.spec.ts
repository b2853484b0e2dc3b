import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { LANGUAGES } from '@siegel/contracts/enums';
import { adminPassword, draftOf, textsOf } from './journey.js';
import { collectComplaints, expect, test } from './test.js';

/** The browser setting that forbids all data of all sites. */
const REFUSED = { profile: { default_content_setting_values: { cookies: 2 } } };

for (const language of LANGUAGES)
  test(`a Chromium whose settings refuse all site data keeps what was typed, and says so (${language})`, async ({
    baseURL,
    launchOptions,
    complaints,
  }) => {
    const texts = textsOf(language);
    const { title } = draftOf(language);
    const profile = mkdtempSync(join(tmpdir(), 'siegel-profile-'));
    mkdirSync(join(profile, 'Default'));
    writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(REFUSED));
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...(baseURL === undefined ? {} : { baseURL }),
    });
    try {
      await collectComplaints(context, complaints);
      const page = await context.newPage();
      await page.goto(`/create?lang=${language}`);
      const notice = page.getByRole('alert').filter({ hasText: texts.cookies.cookiesBlocked.title });
      await expect(notice).toContainText(texts.cookies.cookiesBlocked.agreement);
      const field = page.getByLabel(texts.wizard.idea.ideaTitle);
      await field.fill(title);
      await page.reload();
      await expect(field).toHaveValue(title);
      await notice.getByRole('button').click();
      await expect(field).toHaveValue(title);
      await page.goto(`/admin?lang=${language}`);
      await expect(notice).toContainText(texts.cookies.cookiesBlocked.login);
      await page.getByLabel(texts.admin.login.password).fill(adminPassword());
      await page.getByLabel(texts.admin.login.password).press('Enter');
      await expect(notice.locator('..')).toBeFocused();
      await expect(page.getByText(texts.admin.login.successTitle)).toBeHidden();
    } finally {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    }
  });
