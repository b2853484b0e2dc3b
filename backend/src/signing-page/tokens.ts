import type { Language } from '@siegel/contracts/enums';

/** What Party 2's side needs from elsewhere. */
export const DOCUMENT_NAMING = Symbol('DocumentNaming');

export interface DocumentNaming {
  /** `Content-Disposition` with a readable file name made of the title. */
  disposition(title: string, language: Language): string;
}
