import { type BrowserContext, test as base, expect } from '@playwright/test';

/** The browser's own words for what tests bring about: a page that is unknown, a link that is over, a line that is cut, a file kept away. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of 4(0[0-9]|10)|net::ERR_(INTERNET_DISCONNECTED|BLOCKED_BY_CLIENT))/;

/** Also for a second browser within a test. */
export async function listenTo(context: BrowserContext, complaints: string[]): Promise<void> {
  // The policy's refusals are told to the document, so that they are heard where the console is silent.
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { complain(text: string): void }).complain(
        `refused by ${violatedDirective}: ${blockedURI}`,
      );
    });
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
}

/**
 * Playwright's test, which also fails on anything that the page complains of: errors in the console or thrown,
 * and whatever the content security policy refused.
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

export { expect };
