import '../../platform/process/thread-warnings.js';
import type { DocumentInput, DocumentSignature } from './document-input.js';
import { renderDocument } from './render-document.js';
import type { RenderedDocument } from './renderer.js';

/** Turns the image into a Buffer again. On its way into the thread the image became a plain Uint8Array. */
const received = (signature: DocumentSignature): DocumentSignature => ({
  ...signature,
  image: Buffer.from(signature.image),
});

/** Entry point of a thread of `RenderPool`. */
export function render(input: DocumentInput): Promise<RenderedDocument> {
  const { signatures } = input;
  return renderDocument({ ...input, signatures: { 1: received(signatures[1]), 2: received(signatures[2]) } });
}
