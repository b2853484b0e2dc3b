import { ContinuePage } from './continue-page.js';
import { DisputePage } from './dispute-page.js';
import type { LinkToken } from './link-token.js';
import { RemindersPage } from './reminders-page.js';

const PAGES = { dispute: DisputePage, continue: ContinuePage, reminders: RemindersPage };
export type SmallPage = keyof typeof PAGES;

/**
 * Shows one of the pages that ask a single question. People open each of these pages with a link in a mail.
 */
export function LinkPages({ page, ...link }: LinkToken & { page: SmallPage }) {
  const Page = PAGES[page];
  return <Page {...link} />;
}
