import type { Page } from '@playwright/test';

/** Matches the API calls of a page. */
const CALLS = '**/api/**';

/** Removes the cookies from all calls and responses, as a proxy may do. Scripts can still write cookies. */
export async function stripCookies(page: Page): Promise<() => Promise<void>> {
  await page.context().clearCookies();
  await page.route(CALLS, async (route) => {
    const { cookie: _, ...headers } = await route.request().allHeaders();
    const response = await route.fetch({ headers });
    // Clear the cookies again, because Playwright has stored the cookie of the response in the browser.
    await page.context().clearCookies();
    const { 'set-cookie': __, ...rest } = response.headers();
    await route.fulfill({ response, headers: rest });
  });
  // A call that is under way is still answered by the handler above.
  return () => page.unrouteAll({ behavior: 'wait' });
}

/**
 * Makes the browser refuse cookies and storage. Chromium does the same if a person forbids all data of a
 * site: the storage throws, and neither scripts nor responses can set a cookie.
 * @returns a function that allows cookies and storage again. Storage works again only in the next document,
 * as in Chromium.
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
