import { type Page, PAGES } from '@siegel/contracts/pages';

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  ':token': 'no-such-token',
  ':id/*': '00000000-0000-4000-8000-000000000000',
};

const addressesOf = (isMeant: (page: Page) => boolean): string[] =>
  Object.values<Page>(PAGES)
    .filter(isMeant)
    .map(({ path }) => path.replace(/:.+/, (name) => PLACEHOLDERS[name] ?? name));

/** Pages that search engines may list: all that anybody may read. */
export const PUBLIC = addressesOf(({ index }) => index);
export const NOWHERE = '/no-such-page';
/** Pages of the office beyond its login, to which they hand on whoever is not logged in. */
const OFFICE: readonly Page[] = [PAGES.dashboard, PAGES.audit, PAGES.auditedNda];
/** Those that are there for whoever has something to do, without those that hand on to the login page. */
export const HIDDEN = [...addressesOf((page) => !page.index && !OFFICE.includes(page)), NOWHERE];
