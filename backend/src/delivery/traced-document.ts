import type { PdfSeal } from '../pades/pdf-seal.js';
import { inSpan, type Tracing } from '../platform/tracing/tracing.js';
import type { Render } from './pdf/renderer.js';

/** Adds a span for each document that is made. */
export const tracedRender =
  (render: Render, tracing: Tracing): Render =>
  (input) =>
    inSpan(tracing, { name: 'document.render' }, async (span) => {
      const document = await render(input);
      span.set({ 'document.pages': document.pages, 'document.bytes': document.bytes.length });
      return document;
    });

/** Adds a span for each seal. It includes the wait for a time-stamp authority. */
export const tracedSeal = (seal: Pick<PdfSeal, 'seal'>, tracing: Tracing): Pick<PdfSeal, 'seal'> => ({
  seal: (pdf, reason) =>
    inSpan(tracing, { name: 'document.seal' }, async (span) => {
      const sealed = await seal.seal(pdf, reason);
      span.set({ 'document.level': sealed.level });
      return sealed;
    }),
});
