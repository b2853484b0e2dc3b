/** Addresses of the files that the build made for one entry. */
export interface Assets {
  /** A small script that runs before the first paint. */
  readonly head: string;
  /** The script of the entry itself. */
  readonly script: string;
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** Further files of the entry's first view, so that the browser does not find them one after the other. */
  readonly preloads: readonly string[];
  /** Only for the wizard: files of the steps after the third. The page of an agreement begins with them. */
  readonly later?: readonly string[];
  /** Only for documents: files that the wizard will need. */
  readonly prefetch?: readonly string[];
}

export type Entry = 'document' | 'wizard' | 'signing' | 'check' | 'admin';
