// Pictures of pages in a browser that refuses cookies or storage.

/** Makes the browser refuse storage, and also cookies if `cookies` is true. Then reloads the page. */
const refusing = (cookies) => async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDocumentCookieDisabled', { disabled: cookies });
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  await page.reload();
  await page.locator('h1').waitFor();
  await page.locator('body:not(:has(.skeleton))').waitFor();
  // The words are loaded after the page.
  await page.locator('.notice, .wizard-missing').first().waitFor();
};
const withoutCookies = refusing(true);

/** Presses the button whose action needs a cookie, and waits until the notice has the focus. */
const attempted = (button) => async (page) => {
  await withoutCookies(page);
  await page.locator(button).click();
  await page.locator('[tabindex="-1"]:focus [role="alert"]').waitFor();
};

/** Confirms a draft that is stored only in the history state of the browser's tab. */
const confirmed = async (page, { remembered }) => {
  await withoutCookies(page);
  const { name, value } = remembered(3);
  const draft = JSON.stringify({ ...JSON.parse(value), ndaId: null });
  await page.evaluate((kept) => history.replaceState({ kept }, ''), { [name]: draft });
  await page.reload();
  await page.locator('.review').waitFor();
  await page.locator('.action-bar .button-primary').click();
  await page.locator('[tabindex="-1"]:focus [role="alert"]').waitFor();
};

export const SITE_DATA_STATES = [
  { name: 'create-1-without-cookies', path: () => '/create', act: withoutCookies },
  { name: 'create-1-without-storage', path: () => '/create', act: refusing(false) },
  { name: 'create-3-without-cookies', path: () => '/create', act: confirmed },
  {
    name: 'nda-without-cookies',
    path: () => '/nda/00000000-0000-4000-8000-000000000000',
    act: withoutCookies,
  },
  { name: 'continue-without-cookies', path: () => `/continue/${'aB3_-'.repeat(13)}`, act: withoutCookies },
  {
    name: 'continue-without-cookies-attempted',
    path: () => `/continue/${'aB3_-'.repeat(13)}`,
    act: attempted('.link-page-action .button'),
  },
  { name: 'admin-login-without-cookies', path: () => '/admin', act: withoutCookies },
].map((state) => ({ ...state, fails: true }));
