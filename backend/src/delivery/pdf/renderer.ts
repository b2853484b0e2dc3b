import type { DocumentInput } from './document-input.js';

/**
 * Version of the renderer, recorded in `DocumentSealed`. The same version makes the same bytes from the same
 * history. Increase it whenever the look or a library changes.
 */
export const RENDERER = 'pdfmake-0.3.11/9';

export interface RenderedDocument {
  readonly bytes: Buffer;
  readonly pages: number;
}

/** Makes the PDF, unsealed. The same input gives the same bytes. */
export type Render = (input: DocumentInput) => Promise<RenderedDocument>;
