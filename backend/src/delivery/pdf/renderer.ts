import type { DocumentInput } from './document-input.js';

/**
 * Recorded in `DocumentSealed`: the same renderer makes the same bytes from the same history. Increase it
 * with every change of look or library.
 */
export const RENDERER = 'pdfmake-0.3.11/8';

export interface RenderedDocument {
  readonly bytes: Buffer;
  readonly pages: number;
}

/** Makes the PDF, unsealed. The same input gives the same bytes. */
export type Render = (input: DocumentInput) => Promise<RenderedDocument>;
