import { type KnownPage, pageAt } from '@siegel/contracts/pages';

/** The page at a path of the address bar: slashes at its end do not matter. */
export const pageOf = (path: string): KnownPage | undefined =>
  pageAt(path.length > 1 ? path.replace(/\/+$/, '') : path);
