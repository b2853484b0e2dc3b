import { convertIndexedToRgb, type DecodedPng, decode, encode } from 'fast-png';

interface Pixels {
  readonly data: ArrayLike<number>;
  /** Number of channels: 1 is gray, 2 gray and alpha, 3 RGB, 4 RGBA. */
  readonly channels: number;
  /** The value that means full intensity. */
  readonly full: number;
}

function pixelsOf(image: DecodedPng): Pixels {
  if (image.palette === undefined)
    return { data: image.data, channels: image.channels, full: 2 ** image.depth - 1 };
  return { data: convertIndexedToRgb(image), channels: image.palette[0]?.length ?? 3, full: 255 };
}

/** Returns width and height in pixels, from the first chunk of a PNG. */
export const pngSize = (png: Buffer): [width: number, height: number] => [
  png.readUInt32BE(16),
  png.readUInt32BE(20),
];

/**
 * Returns the picture of a signature as a PNG on white paper, without transparency. The PNG is encoded in
 * pure JavaScript, and a PDF embeds its bytes unchanged. The document therefore does not depend on the
 * machine's compression library.
 * @throws Error if the bytes are not a PNG
 */
export function flattenSignature(png: Uint8Array): Buffer {
  const image = decode(png);
  // Packed gray of 1, 2 or 4 bits has no transparency, so there is nothing to flatten.
  if (image.depth < 8 && image.palette === undefined) return Buffer.from(png);
  const { data, channels, full } = pixelsOf(image);
  const rgb = new Uint8Array(image.width * image.height * 3);
  for (let pixel = 0; pixel < image.width * image.height; pixel += 1) {
    const from = pixel * channels;
    const opacity = channels % 2 === 0 ? (data[from + channels - 1] ?? 0) / full : 1;
    for (let colour = 0; colour < 3; colour += 1) {
      const value = (data[from + (channels >= 3 ? colour : 0)] ?? 0) / full;
      rgb[pixel * 3 + colour] = Math.round(255 * (value * opacity + 1 - opacity));
    }
  }
  return Buffer.from(encode({ width: image.width, height: image.height, data: rgb, channels: 3, depth: 8 }));
}
