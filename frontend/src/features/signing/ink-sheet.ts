import type { Size } from '@siegel/contracts/signature/ink-box';
import type { InkPicture } from '@siegel/contracts/signature/png-writer';
import type { Dab } from './pen-strokes.js';

const FULL = 255;

/**
 * A sheet of dots on which the pen puts dabs with soft edges. The distance from a dot to the edge of a dab
 * determines how much of the dot is covered. Where dabs overlap, the dot keeps its largest coverage, so the
 * order of the dabs does not matter.
 */
export class InkSheet implements InkPicture {
  readonly width: number;
  readonly height: number;
  readonly cover: Uint8Array;

  /** @param size in CSS pixels @param scale the sheet's dots per CSS pixel */
  constructor(
    size: Size,
    private readonly scale: number,
  ) {
    this.width = Math.max(1, Math.floor(size.width * scale));
    this.height = Math.max(1, Math.floor(size.height * scale));
    this.cover = new Uint8Array(this.width * this.height);
  }

  put(dab: Dab): void {
    const [x, y, radius] = [dab.x * this.scale, dab.y * this.scale, dab.radius * this.scale];
    const reach = radius + 0.5;
    const top = Math.max(0, Math.floor(y - reach));
    const bottom = Math.min(this.height - 1, Math.ceil(y + reach));
    for (let row = top; row <= bottom; row += 1) this.putRow(row, x, (row + 0.5 - y) ** 2, radius);
  }

  private putRow(row: number, x: number, up: number, radius: number): void {
    const left = Math.max(0, Math.floor(x - radius - 0.5));
    const right = Math.min(this.width - 1, Math.ceil(x + radius + 0.5));
    const inside = Math.max(0, radius - 0.5) ** 2;
    const outside = (radius + 0.5) ** 2;
    for (let column = left; column <= right; column += 1) {
      const far = (column + 0.5 - x) ** 2 + up;
      if (far >= outside) continue;
      const at = row * this.width + column;
      const covered = far <= inside ? FULL : Math.round((radius + 0.5 - Math.sqrt(far)) * FULL);
      if (covered > (this.cover[at] ?? FULL)) this.cover[at] = covered;
    }
  }
}
