import type { Language } from '@siegel/contracts/enums';

/** Injection tokens of dependencies from other folders. */
export const DOCUMENT_NAMING = Symbol('DocumentNaming');

export interface DocumentNaming {
  /** Returns a `Content-Disposition` with a readable file name made from the title. */
  disposition(title: string, language: Language): string;
}
