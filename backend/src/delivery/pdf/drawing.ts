import { createRequire } from 'node:module';
import type { CanvasElement, ContentCanvas } from 'pdfmake/interfaces.js';

/** The part of the PDF library's drawing API that our drawings use. Lengths are points; y grows downwards. */
export interface Pen {
  save(): Pen;
  restore(): Pen;
  translate(x: number, y: number): Pen;
  scale(factor: number): Pen;
  rotate(degrees: number, options: { readonly origin: readonly [number, number] }): Pen;
  /** @param shape in the syntax of the attribute `d` of an SVG path */
  path(shape: string): Pen;
  circle(x: number, y: number, radius: number): Pen;
  lineWidth(width: number): Pen;
  lineCap(cap: 'butt' | 'round'): Pen;
  fill(colour: string): Pen;
  stroke(colour: string): Pen;
}
export type Draw = (pen: Pen) => unknown;

/** The layout treats the drawing as a rectangle, which it measures and places. */
interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly draw?: Draw;
}
interface Renderer {
  readonly pdfDocument: Pen;
}
type RenderVector = (this: Renderer, vector: Drawn) => void;

/**
 * Returns a drawing that the PDF library draws directly. `width` and `height` are in points. An SVG would
 * have to be parsed for every document, by code that is compiled each time.
 */
export const drawing = (width: number, height: number, draw: Draw): ContentCanvas => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: height, draw } as CanvasElement],
});

/** Patches this process's renderer so that it can draw the results of `drawing`. */
export function patchDrawings(): void {
  const { default: renderer } = createRequire(import.meta.url)('pdfmake/js/Renderer.js') as {
    readonly default: { readonly prototype: { renderVector?: RenderVector } };
  };
  const { renderVector } = renderer.prototype;
  if (renderVector === undefined) throw new Error('the renderer has no renderVector');
  renderer.prototype.renderVector = function (vector) {
    if (vector.draw === undefined) return renderVector.call(this, vector);
    this.pdfDocument.save().translate(vector.x, vector.y);
    vector.draw(this.pdfDocument);
    this.pdfDocument.restore();
  };
}
