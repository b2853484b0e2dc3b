import type { DocumentInput, DocumentSignature } from './document-input.js';
import { renderDocument } from './render-document.js';
import type { RenderedDocument } from './renderer.js';

/** On the way into a thread a Buffer becomes a bare Uint8Array. */
const received = (signature: DocumentSignature): DocumentSignature => ({
  ...signature,
  image: Buffer.from(signature.image),
});

/** What a thread of `RenderPool` does. */
export function render(input: DocumentInput): Promise<RenderedDocument> {
  const { signatures } = input;
  return renderDocument({ ...input, signatures: { 1: received(signatures[1]), 2: received(signatures[2]) } });
}
