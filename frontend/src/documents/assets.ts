/** Addresses of the files that the build has written for one entry. */
export interface Assets {
  /** A small script that runs before the first paint. */
  readonly head: string;
  /** The entry's own script. */
  readonly script: string;
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /**
   * Further files that the entry's first view needs. The document names them, so that the browser loads them
   * all at the same time.
   */
  readonly preloads: readonly string[];
  /**
   * Set only for the wizard: files of steps 4 and 5. The page of an existing agreement begins with these
   * steps.
   */
  readonly later?: readonly string[];
  /** Set only for documents: files that the browser prefetches for the wizard. */
  readonly prefetch?: readonly string[];
}

export type Entry = 'document' | 'wizard' | 'signing' | 'check' | 'admin';
