import { type BrowserContext, test as base, expect } from '@playwright/test';
import { runs } from '../../scripts/tier.mjs';

/**
 * Matches the browser's messages about errors that tests cause on purpose: an unknown page, an expired link,
 * a cut connection, or a blocked file.
 */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of 4(0[0-9]|10)|net::ERR_(INTERNET_DISCONNECTED|BLOCKED_BY_CLIENT))/;

/**
 * Adds the complaints of all pages in a browser context to `complaints`. The comment on `test` below defines
 * a complaint. A test that opens a second browser calls this function for that browser as well.
 */
export async function collectComplaints(context: BrowserContext, complaints: string[]): Promise<void> {
  // The document receives an event for each violation of the content security policy, even if the console
  // shows nothing.
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(() => {
    const complain = (text: string): void =>
      (window as unknown as { complain(text: string): void }).complain(text);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      complain(`refused by ${violatedDirective}: ${blockedURI}`);
    });
    // If visible content needs a script or texts that are still missing, React hides the content with
    // `display: none !important`. An element in the content then loses the focus.
    const hidden = new WeakSet<HTMLElement>();
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement)) continue;
        if (target.style.getPropertyPriority('display') === 'important') hidden.add(target);
        else if (hidden.delete(target)) complain(`taken away for a while: ${target.className}`);
      }
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
}

/**
 * Waits for the handlers of routes that are still running. A page may send calls that no test waits for. If
 * the context closed first, the handler of such a call would fail, and the test with it.
 */
async function finishRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'wait' });
  await context.unrouteAll({ behavior: 'wait' });
}

/**
 * Playwright's `test`. It also fails if there is a complaint about the page. A complaint is a console error,
 * a thrown error, a violation of the content security policy, or content that was hidden for a while because
 * a script or texts were missing.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      await collectComplaints(context, complaints);
      await use(complaints);
      await finishRoutes(context);
      expect(complaints, 'what the page complains of').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Like `test`, but runs only in `npm run test:all` and `test:long`. `npm test` runs only the tests of whole
 * journeys (docs/testing.md).
 */
export const testInAll: typeof test = runs('all') ? test : ((() => undefined) as never);

export { expect };
