import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Number of times that a canvas was read back. */
    readBacks: number;
  }
}

/**
 * Makes the browser return noise whenever a script reads back a canvas. Protected browsers and privacy
 * extensions do the same.
 */
export async function withNoisyCanvas(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.readBacks = 0;
    const { getImageData } = CanvasRenderingContext2D.prototype;
    const { toDataURL, toBlob } = HTMLCanvasElement.prototype;
    const noise = (data: Uint8ClampedArray): void => {
      for (let at = 0; at < data.length; at += 1) data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    };
    /** Returns a new canvas that has the size of the given canvas and contains noise. */
    const noisy = ({ width, height }: HTMLCanvasElement): HTMLCanvasElement => {
      const other = document.createElement('canvas');
      [other.width, other.height] = [Math.max(width, 1), Math.max(height, 1)];
      const image = new ImageData(other.width, other.height);
      noise(image.data);
      const context = other.getContext('2d');
      context?.putImageData(image, 0, 0);
      return other;
    };
    CanvasRenderingContext2D.prototype.getImageData = function read(...place) {
      window.readBacks += 1;
      const image = getImageData.apply(this, place);
      noise(image.data);
      return image;
    };
    HTMLCanvasElement.prototype.toDataURL = function read(...how) {
      window.readBacks += 1;
      return toDataURL.apply(noisy(this), how);
    };
    HTMLCanvasElement.prototype.toBlob = function read(...how) {
      window.readBacks += 1;
      toBlob.apply(noisy(this), how);
    };
  });
}

export const readBacks = (page: Page): Promise<number> => page.evaluate(() => window.readBacks);
