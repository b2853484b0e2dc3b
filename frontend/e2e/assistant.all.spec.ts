import type { BrowserContext, Page, Route } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { adminPassword } from './journey.js';
import { expect, test } from './test.js';

/** Limit in bytes, as sent, for the scripts, styles and texts that load when the assistant is opened. */
const OPENED_MAX = 20_000;

/**
 * Makes the dashboard's HTML document name an AI provider. The test backend has no AI provider, so its
 * document names none.
 */
async function withProvider(context: BrowserContext): Promise<void> {
  await context.route(
    (url) => url.pathname === '/admin/dashboard',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"ai":null', '"ai":{"provider":"Beispiel KI"}');
      await route.fulfill({ response, body });
    },
  );
}

/**
 * Runs in the page before the page loads. Adds speech recognition, and a voice as a device would offer it.
 */
function withVoices(): void {
  const said: string[] = [];
  class Utterance extends EventTarget {
    constructor(readonly text: string) {
      super();
    }
  }
  class Recognition extends EventTarget {
    start(): void {
      const results = [[{ transcript: 'Wie lief die Woche?' }]];
      setTimeout(() => this.dispatchEvent(Object.assign(new Event('result'), { results })));
    }
    stop(): void {
      this.dispatchEvent(new Event('end'));
    }
    abort(): void {
      this.stop();
    }
  }
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => [{ lang: 'de-DE', localService: true, default: true, name: 'Anna' }],
    speak: (utterance: Utterance) => {
      said.push(utterance.text);
      setTimeout(() => utterance.dispatchEvent(new Event('end')));
    },
    cancel: () => undefined,
  });
  for (const [name, value] of Object.entries({
    SpeechRecognition: Recognition,
    SpeechSynthesisUtterance: Utterance,
    speechSynthesis: synthesis,
    said,
  }))
    Object.defineProperty(window, name, { value, configurable: true });
}

const open = async (page: Page): Promise<void> => {
  await page.request.post('/api/admin/login', { data: { password: adminPassword() } });
  await page.goto('/admin/dashboard?lang=de');
  await page.getByRole('button', { name: 'KI-Assistent' }).click();
};
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'KI-Assistent' });
const answering = (response: string) => (route: Route) => route.fulfill({ json: { response } });

test('the assistant loads when it is opened, is small, and names the setting if no provider is configured', async ({
  page,
}) => {
  const sent: number[] = [];
  await page.request.post('/api/admin/login', { data: { password: adminPassword() } });
  await page.goto('/admin/dashboard?lang=de');
  const button = page.getByRole('button', { name: 'KI-Assistent' });
  await expect(button).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Add up the sizes of files only, because the dashboard may request new figures at the same time.
  page.on('response', (response) => {
    if (response.url().includes('/assets/')) sent.push(Number(response.headers()['content-length'] ?? 0));
  });
  await button.click();
  await expect(panelOf(page)).toContainText('nicht eingerichtet');
  await page.waitForLoadState('networkidle');
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.every((bytes) => bytes > 0)).toBe(true);
  expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(OPENED_MAX);
  await expectAccessible(page, 'an assistant that is not configured');
  await page.keyboard.press('Escape');
});

test('a question is spoken, asked by keyboard and answered aloud', async ({ page, context }) => {
  await withProvider(context);
  await page.addInitScript(withVoices);
  await open(page);
  const panel = panelOf(page);
  const field = panel.getByRole('textbox', { name: 'Ihre Frage' });
  await expect(field).toBeFocused();
  await expectAccessible(page, 'an assistant before the first question');
  await panel.getByRole('button', { name: 'Antworten vorlesen' }).click();
  await panel.getByRole('button', { name: 'Frage sprechen' }).click();
  await panel.getByRole('button', { name: 'Aufnehmen' }).click();
  await expect(field).toHaveValue('Wie lief die Woche?');
  await panel.getByRole('button', { name: 'Fertig' }).click();

  await page.route(
    '/api/admin/chat',
    answering(
      'Gut. Es sind:\n- 40 erstellt\n- <b>20</b> unterschrieben\n\nQuelle: Trichter, heute: erstellt 40',
    ),
  );
  await field.press('Enter');
  const log = panel.getByRole('log');
  await expect(log).toContainText('<b>20</b> unterschrieben');
  await expect(log.getByRole('listitem')).toHaveCount(3);
  await expect(log.getByRole('list').first()).toHaveCSS('list-style-type', 'disc');
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'said') as string[]))
    .toEqual(['Gut.', 'Es sind:', '40 erstellt', '<b>20</b> unterschrieben']);
  await expectAccessible(page, 'an assistant that has answered');

  // A numbered list stays numbered.
  await page.unroute('/api/admin/chat');
  await page.route('/api/admin/chat', answering('Zuerst:\n1. prüfen\n2. erstatten'));
  await field.fill('Was ist zu tun?');
  await field.press('Enter');
  await expect(log.getByRole('listitem').filter({ hasText: 'erstatten' })).toHaveCSS(
    'list-style-type',
    'decimal',
  );

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(panel).toBeInViewport({ ratio: 1 });
  expect(await panel.evaluate((sheet) => [sheet.clientWidth, sheet.clientHeight])).toEqual([360, 740]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const one of await panel.getByRole('button').all()) {
    const box = await one.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
  }
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'KI-Assistent' })).toBeFocused();
});
