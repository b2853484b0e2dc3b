import type { Language } from '@siegel/contracts/enums';

/** Injection tokens of what Party 2's side needs from elsewhere. */
export const DOCUMENT_NAMING = Symbol('DocumentNaming');
export const SIGNATURE_IMAGES = Symbol('SignatureImages');

export interface DocumentNaming {
  /** `Content-Disposition` with a readable file name made of the title. */
  disposition(title: string, language: Language): string;
}

export interface SignatureImages {
  /**
   * Checks what was drawn, as a PNG in a data URL.
   * @param client address of whoever sent it
   * @throws RuleBroken invalid_signature, unavailable
   */
  read(dataUrl: string, client: string): Promise<{ readonly bytes: Buffer; readonly sha256: string }>;
}
