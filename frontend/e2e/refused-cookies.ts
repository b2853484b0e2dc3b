import type { Page } from '@playwright/test';

/** The calls of a page with and without the cookies of the service. */
const CALLS = '**/api/**';

/** Takes the cookies out of all calls and answers, as a proxy may do. Scripts can still write cookies. */
export async function stripCookies(page: Page): Promise<() => Promise<void>> {
  await page.context().clearCookies();
  await page.route(CALLS, async (route) => {
    const { cookie: _, ...headers } = await route.request().allHeaders();
    const response = await route.fetch({ headers });
    // Playwright has stored the cookie of the answer in the browser's jar.
    await page.context().clearCookies();
    const { 'set-cookie': __, ...rest } = response.headers();
    await route.fulfill({ response, headers: rest });
  });
  return () => page.unroute(CALLS);
}

/**
 * Makes the browser refuse cookies and storage, as Chromium does if a person forbids all data of a site: the
 * storage throws, and neither scripts nor answers can set a cookie.
 * @returns a function that allows both again. Storage is allowed from the next document on, as in Chromium
 */
export async function refuseSiteData(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });`,
  });
  await session.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  const keep = await stripCookies(page);
  return async () => {
    await keep();
    await session.send('Emulation.setDocumentCookieDisabled', { disabled: false });
    await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  };
}
