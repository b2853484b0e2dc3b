import { type BrowserContext, test as base, expect } from '@playwright/test';
import { runs } from '../../scripts/tier.mjs';

/** The browser's own words for what tests bring about: a page that is unknown, a link that is over, a line that is cut, a file kept away. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of 4(0[0-9]|10)|net::ERR_(INTERNET_DISCONNECTED|BLOCKED_BY_CLIENT))/;

/** Also for a second browser within a test. */
export async function listenTo(context: BrowserContext, complaints: string[]): Promise<void> {
  // The policy's refusals are told to the document, so that they are heard where the console is silent.
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(() => {
    const complain = (text: string): void =>
      (window as unknown as { complain(text: string): void }).complain(text);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      complain(`refused by ${violatedDirective}: ${blockedURI}`);
    });
    // What React has shown it hides so while a part of it lacks its script or its words: the focus is lost with it.
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
 * Playwright's test, which also fails on anything that the page complains of: errors in the console or thrown,
 * whatever the content security policy refused, and what was taken away for a while for want of a script or of texts.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      await listenTo(context, complaints);
      await use(complaints);
      expect(complaints, 'what the page complains of').toEqual([]);
    },
    { auto: true },
  ],
});

/** A test that begins in `npm run test:all`: `npm test` holds the journeys (docs/testing.md). */
export const testInAll: typeof test = runs('all') ? test : ((() => undefined) as never);

export { expect };
