/** Addresses of the files that the build has written for one entry. */
export interface Assets {
  /** A small script that runs before the first paint. */
  readonly head: string;
  /** The entry's own script. */
  readonly script: string;
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** Further files of the entry's first view. Naming them lets the browser load them all at once. */
  readonly preloads: readonly string[];
  /** Only for the wizard: files of steps 4 and 5. An agreement's own page begins with these steps. */
  readonly later?: readonly string[];
  /** Only for documents: files that the wizard will need. */
  readonly prefetch?: readonly string[];
}

export type Entry = 'document' | 'wizard' | 'signing' | 'check' | 'admin';
