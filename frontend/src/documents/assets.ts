/** Addresses of what the build made for one entry. */
export interface Assets {
  /** Small, and run before the first paint. */
  readonly head: string;
  /** The entry itself. */
  readonly script: string;
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** What the entry's first view loads too: a browser need not find it one after the other. */
  readonly preloads: readonly string[];
  /** Of the wizard: what its steps after the third load, with which the page of an agreement begins. */
  readonly later?: readonly string[];
  /** Of a document: what the wizard will need. */
  readonly ahead?: readonly string[];
}

export type Entry = 'document' | 'wizard' | 'signing' | 'check' | 'office';
