import type { PageName } from './enums.js';

export interface Page {
  /**
   * As a router writes it: `:name` is one segment, `:name/*` at the end one or more. No slash at the end.
   */
  readonly path: string;
  /** Key of its title and description below `meta` in the frontend's common texts. */
  readonly texts: string;
  /** The name under which a view of it is counted (rule:page-names). */
  readonly counted: PageName;
  /** Search engines may list it (rule:private-pages-are-not-indexed). */
  readonly index: boolean;
  /** Whoever has its address can act: that is stored nowhere and written into no log (rule:logs-hold-no-secrets). */
  readonly token: boolean;
}

const PUBLIC = { index: true, token: false } as const;
const PRIVATE = { index: false, token: false } as const;
const TOKEN = { index: false, token: true } as const;

/**
 * The pages of the site (rule:pages-and-addresses), one line each. The frontend's router, titles, robots and
 * links, the backend's serving and caching and the counting of views derive from here; nginx' configuration is
 * held against it by a test.
 */
export const PAGES = {
  home: { path: '/', texts: 'home', counted: 'home', ...PUBLIC },
  create: { path: '/create', texts: 'wizard', counted: 'nda-wizard', ...PRIVATE },
  ndas: { path: '/nda', texts: 'wizard', counted: 'nda-wizard', ...PRIVATE },
  nda: { path: '/nda/:id/*', texts: 'wizard', counted: 'nda-wizard', ...PRIVATE },
  sign: { path: '/sign/:token', texts: 'signingPage', counted: 'other', ...TOKEN },
  remoteSignature: { path: '/remote-signature/:token', texts: 'signingPage', counted: 'other', ...TOKEN },
  howItWorks: { path: '/how-it-works', texts: 'howItWorks', counted: 'how-it-works', ...PUBLIC },
  faq: { path: '/faq', texts: 'faq', counted: 'faq', ...PUBLIC },
  about: { path: '/about', texts: 'about', counted: 'about', ...PUBLIC },
  contact: { path: '/contact', texts: 'contact', counted: 'contact', ...PUBLIC },
  legal: { path: '/legal', texts: 'legal', counted: 'legal', ...PUBLIC },
  privacy: { path: '/privacy', texts: 'privacy', counted: 'privacy', ...PUBLIC },
  verify: { path: '/verify', texts: 'verify', counted: 'other', ...PUBLIC },
  admin: { path: '/admin', texts: 'admin', counted: 'admin', ...PRIVATE },
  dashboard: { path: '/admin/dashboard', texts: 'admin', counted: 'admin', ...PRIVATE },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof PAGES;
/** One of PAGES, with its own texts and address. */
export type KnownPage = (typeof PAGES)[PageId];

/** The source of a regular expression that matches the addresses of a page. */
export const pathPattern = ({ path }: Pick<Page, 'path'>): string =>
  path.replace(/:\w+\/\*$/, '.+').replaceAll(/:\w+/g, '[^/]+');

const pages: readonly KnownPage[] = Object.values(PAGES);
const matchers = pages.map((page) => ({ page, matcher: new RegExp(`^${pathPattern(page)}$`) }));
const folderOf = ({ path }: Page): string => path.slice(0, path.indexOf(':'));
const tokenFolders = pages.filter(({ token }) => token).map(folderOf);

/** The page at a path without query and without a slash at its end; undefined where there is none. */
export const pageAt = (path: string): KnownPage | undefined =>
  matchers.find(({ matcher }) => matcher.test(path))?.page;

/** Whether a path may carry a token, also where its page would not be found. */
export const carriesToken = (path: string): boolean => tokenFolders.some((folder) => path.startsWith(folder));
