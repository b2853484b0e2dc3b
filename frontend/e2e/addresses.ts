import { type Page, PAGES } from '@siegel/contracts/pages';
import { ownMember } from '@siegel/contracts/own-members';

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  ':token': 'no-such-token',
  ':id/*': '00000000-0000-4000-8000-000000000000',
};

const addressesOf = (isIncluded: (page: Page) => boolean): string[] =>
  Object.values<Page>(PAGES)
    .filter(isIncluded)
    .map(({ path }) => path.replace(/:.+/, (name) => ownMember(PLACEHOLDERS, name) ?? name));

/** Pages that search engines may list: all public pages. */
export const PUBLIC = addressesOf(({ index }) => index);
export const NOWHERE = '/no-such-page';
/** Pages that only the admin or the auditor can open. Other visitors are redirected to the login. */
const BEHIND_LOGIN: readonly Page[] = [PAGES.dashboard, PAGES.audit, PAGES.auditedNda];
/**
 * Pages that search engines may not list, and one address without a page. Pages that redirect to the login
 * are left out.
 */
export const HIDDEN = [...addressesOf((page) => !page.index && !BEHIND_LOGIN.includes(page)), NOWHERE];
