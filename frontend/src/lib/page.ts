import { type KnownPage, pageAt } from '@siegel/contracts/pages';

/** Returns the page at a path of the address bar. Slashes at the end are ignored. */
export const pageOf = (path: string): KnownPage | undefined =>
  pageAt(path.length > 1 ? path.replace(/\/+$/, '') : path);
