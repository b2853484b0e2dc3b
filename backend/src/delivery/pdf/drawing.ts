import { createRequire } from 'node:module';
import type { CanvasElement, ContentCanvas } from 'pdfmake/interfaces.js';

/** Of the library that writes the file: what our drawings use. Points, y downwards. */
export interface Pen {
  save(): Pen;
  restore(): Pen;
  translate(x: number, y: number): Pen;
  scale(factor: number): Pen;
  rotate(degrees: number, options: { readonly origin: readonly [number, number] }): Pen;
  /** @param shape as the `d` of an SVG path */
  path(shape: string): Pen;
  circle(x: number, y: number, radius: number): Pen;
  lineWidth(width: number): Pen;
  lineCap(cap: 'butt' | 'round'): Pen;
  fill(colour: string): Pen;
  stroke(colour: string): Pen;
}
export type Draw = (pen: Pen) => unknown;

/** For the layout a rectangle, which it measures and puts in its place. */
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
 * A drawing of so many points, made by the library's own pen. As SVG it would be read and understood anew for
 * every document, by code that is compiled anew each time.
 */
export const drawing = (width: number, height: number, draw: Draw): ContentCanvas => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: height, draw } as CanvasElement],
});

/** Lets the renderer of this process draw what `drawing` gives. */
export function teachDrawings(): void {
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
