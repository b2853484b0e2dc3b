import { SIGNATURE_LINE_WIDTH } from '@siegel/contracts/limits';
import type { Size } from '@siegel/contracts/signature/ink-box';
import { signatureFile } from '@siegel/contracts/signature/signature-png';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { pngDataUrl } from './data-url.js';
import { InkSheet } from './ink-sheet.js';
import { dabsOf, type Pen } from './pen-strokes.js';

/** A pen that draws strokes of about 2 px. As with ink, a stroke becomes thinner when the pen moves fast. */
export const PEN: Pen = {
  minWidth: SIGNATURE_LINE_WIDTH * 0.6,
  maxWidth: SIGNATURE_LINE_WIDTH * 1.3,
  dotSize: SIGNATURE_LINE_WIDTH,
  velocityFilterWeight: 0.6,
};

export interface Drawing {
  /** A PNG as a data URL. */
  image: string;
  /** True if there is more ink than paper. The service would not accept such a picture as a drawing. */
  crowded: boolean;
}

const scaled = (groups: readonly PointGroup[], factor: number): PointGroup[] =>
  groups.map((group) => ({
    ...group,
    points: group.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }));

/**
 * A canvas to sign on. It is sharp on dense screens, is redrawn when its size changes, and has an undo. Sizes
 * are in CSS pixels.
 */
export class DrawnPad {
  private readonly pad: SignaturePad;
  private size: Size = { width: 0, height: 0 };
  private readonly observer: ResizeObserver;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    /** Called after each stroke, undo and clear. */
    private readonly onChange: () => void,
  ) {
    this.pad = new SignaturePad(canvas, { ...PEN, minDistance: 2, throttle: 0, penColor: this.ink() });
    this.pad.addEventListener('endStroke', () => {
      // While the user draws a stroke, the pad shows a dot at the stroke's beginning. The stored picture has
      // no such dot. Redrawing makes the screen show the stored picture.
      this.pad.fromData(this.pad.toData());
      this.onChange();
    });
    // The observer calls `fit` for the first time before the canvas is painted. By then, the size of the
    // canvas has been computed. Reading the size here instead would delay the view that contains the canvas.
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(canvas);
  }

  isEmpty(): boolean {
    return this.pad.toData().length === 0;
  }

  undo(): void {
    this.pad.fromData(this.pad.toData().slice(0, -1));
    this.onChange();
  }

  clear(): void {
    this.pad.clear();
    this.onChange();
  }

  /**
   * Returns the drawing, or null if nothing was drawn. The drawing is computed from the points, never read
   * from the canvas.
   */
  drawing(): Drawing | null {
    const dabs = this.pad.toData().flatMap(({ points }) => dabsOf(points, PEN));
    const file = signatureFile(this.size, (scale) => {
      const sheet = new InkSheet(this.size, scale);
      for (const dab of dabs) sheet.put(dab);
      return sheet;
    });
    return file === null ? null : { image: pngDataUrl(file.png), crowded: file.crowded };
  }

  destroy(): void {
    this.observer.disconnect();
    this.pad.off();
  }

  private ink(): string {
    return getComputedStyle(this.canvas).getPropertyValue('--royal').trim() || 'black';
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || (width === this.size.width && height === this.size.height)) return;
    const density = Math.max(window.devicePixelRatio, 1);
    const groups = scaled(this.pad.toData(), this.size.width === 0 ? 1 : width / this.size.width);
    this.size = { width, height };
    this.canvas.width = width * density;
    this.canvas.height = height * density;
    this.canvas.getContext('2d')?.scale(density, density);
    this.pad.fromData(groups);
  }
}
