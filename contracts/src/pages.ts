import { CONTACT_PATH, WITHDRAW_PATH } from './addresses.js';
import type { PageName } from './enums.js';

/**
 * How a page is served. A page of the kind `document` is readable without scripts. Pages of the other kinds
 * are applications. Each application has an entry script with the name of the kind. The application `check`
 * is also readable without scripts.
 */
export type PageKind = 'document' | 'wizard' | 'signing' | 'check' | 'admin';

export interface Page {
  /**
   * Path in a router's notation. `:name` is one segment. `:name/*` at the end is one or more segments. Only
   * the path `/` ends with a slash.
   */
  readonly path: string;
  /**
   * Key of the page's entry under `meta` in the frontend's document texts. The entry contains the page's
   * title and description.
   */
  readonly texts: string;
  /** The name under which views of the page are counted (rule:page-names). */
  readonly counted: PageName;
  readonly kind: PageKind;
  /**
   * True if anyone who has the address can act. Such an address is neither stored nor logged
   * (rule:logs-hold-no-secrets).
   */
  readonly token: boolean;
  /** True if search engines may list the page (rule:private-pages-are-not-indexed). */
  readonly index: boolean;
  /**
   * Who may cache the page. `shared`: browsers and proxies. `own`: only browsers. `none`: nobody. A browser
   * revalidates its copy with the server before each use. A proxy may use its copy for a minute, and longer
   * while the service is down.
   */
  readonly cache: 'shared' | 'own' | 'none';
  /**
   * True if people can pay on the page. The page's content security policy then names the card provider's
   * sources, if a provider is configured (rule:no-inline-scripts).
   */
  readonly pays: boolean;
}

const DOCUMENT = { kind: 'document', token: false, index: true, cache: 'shared', pays: false } as const;
const WIZARD = { kind: 'wizard', token: false, index: false, cache: 'own', pays: true } as const;
const SIGNING = { kind: 'signing', token: true, index: false, cache: 'none', pays: false } as const;
const ADMIN = { kind: 'admin', token: false, index: false, cache: 'none', pays: false } as const;

/**
 * The pages of the site (rule:pages-and-addresses), one line each. All of these derive from the table: the
 * pages that the backend serves and caches, the frontend's documents, entries, titles, robots and links, and
 * the counting of views. A test compares nginx's configuration with the table.
 */
export const PAGES = {
  home: { path: '/', texts: 'home', counted: 'home', ...DOCUMENT },
  create: { path: '/create', texts: 'wizard', counted: 'nda-wizard', ...WIZARD },
  ndas: { path: '/nda', texts: 'wizard', counted: 'nda-wizard', ...WIZARD },
  nda: { path: '/nda/:id/*', texts: 'wizard', counted: 'nda-wizard', ...WIZARD },
  sign: { path: '/sign/:token', texts: 'signingPage', counted: 'other', ...SIGNING, pays: true },
  remoteSignature: {
    path: '/remote-signature/:token',
    texts: 'signingPage',
    counted: 'other',
    ...SIGNING,
    pays: true,
  },
  dispute: { path: '/dispute/:token', texts: 'dispute', counted: 'other', ...SIGNING },
  continue: { path: '/continue/:token', texts: 'continue', counted: 'other', ...SIGNING },
  reminders: { path: '/reminders/:token', texts: 'reminders', counted: 'other', ...SIGNING },
  howItWorks: { path: '/how-it-works', texts: 'howItWorks', counted: 'how-it-works', ...DOCUMENT },
  faq: { path: '/faq', texts: 'faq', counted: 'faq', ...DOCUMENT },
  about: { path: '/about', texts: 'about', counted: 'about', ...DOCUMENT },
  contact: { path: CONTACT_PATH, texts: 'contact', counted: 'contact', ...DOCUMENT },
  legal: { path: '/legal', texts: 'legal', counted: 'legal', ...DOCUMENT },
  privacy: { path: '/privacy', texts: 'privacy', counted: 'privacy', ...DOCUMENT },
  withdraw: { path: WITHDRAW_PATH, texts: 'withdraw', counted: 'other', ...DOCUMENT, kind: 'signing' },
  verify: { path: '/verify', texts: 'verify', counted: 'other', ...DOCUMENT, kind: 'check' },
  admin: { path: '/admin', texts: 'admin', counted: 'admin', ...ADMIN },
  dashboard: { path: '/admin/dashboard', texts: 'admin', counted: 'admin', ...ADMIN },
  audit: { path: '/admin/audit', texts: 'admin', counted: 'admin', ...ADMIN },
  auditedNda: { path: '/admin/audit/:id', texts: 'admin', counted: 'admin', ...ADMIN },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof PAGES;
/** A page of `PAGES`, with its own texts and address. */
export type KnownPage = (typeof PAGES)[PageId];

/** Returns the source of a regular expression that matches a page's addresses. */
export const pathPattern = ({ path }: Pick<Page, 'path'>): string =>
  path.replace(/:\w+\/\*$/, '.+').replaceAll(/:\w+/g, '[^/]+');

const pages: readonly KnownPage[] = Object.values(PAGES);
const matchers = (Object.keys(PAGES) as PageId[]).map((id) => ({
  id,
  matcher: new RegExp(`^${pathPattern(PAGES[id])}$`),
}));
const folderOf = ({ path }: Page): string => path.slice(0, path.indexOf(':'));
const tokenFolders = pages.filter(({ token }) => token).map(folderOf);

/**
 * Returns the id of the page at a path; undefined if there is no such page. The path must have no query and
 * no slash at its end.
 */
export const pageIdAt = (path: string): PageId | undefined =>
  matchers.find(({ matcher }) => matcher.test(path))?.id;

export function pageAt(path: string): KnownPage | undefined {
  const id = pageIdAt(path);
  return id === undefined ? undefined : PAGES[id];
}

/** True if a path is below an address where pages carry a token. A page need not exist at the path. */
export const carriesToken = (path: string): boolean => tokenFolders.some((folder) => path.startsWith(folder));
