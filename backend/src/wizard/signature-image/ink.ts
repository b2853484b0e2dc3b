import type { DecodedPng } from 'fast-png';

/** Of 255: how much darker than the paper a dot must be to be seen, and how many such dots make a mark. */
const CONTRAST = 48;
const DOTS_MIN = 10;
const WHITE = 255;

/** Rec. 601 luminance. */
const luminance = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

function sampler(image: DecodedPng): (x: number, y: number, channel: number) => number {
  const { data, depth, channels, width } = image;
  if (depth === 8) return (x, y, channel) => data[(y * width + x) * channels + channel] ?? 0;
  const perByte = 8 / depth;
  const stride = Math.ceil(width / perByte);
  const most = 2 ** depth - 1;
  const isIndex = image.palette !== undefined;
  return (x, y) => {
    const byte = data[y * stride + Math.floor(x / perByte)] ?? 0;
    const value = (byte >> (8 - depth * ((x % perByte) + 1))) & most;
    return isIndex ? value : (value * WHITE) / most;
  };
}

/** How bright each dot is when the image lies on white paper, 0 to 255. */
function brightness(image: DecodedPng): (x: number, y: number) => number {
  const sample = sampler(image);
  const { channels, palette } = image;
  const onPaper = (light: number, alpha: number): number => (light * alpha + WHITE * (WHITE - alpha)) / WHITE;
  if (palette !== undefined) {
    return (x, y) => {
      const [red = WHITE, green = WHITE, blue = WHITE, alpha = WHITE] = palette[sample(x, y, 0)] ?? [];
      return onPaper(luminance(red, green, blue), alpha);
    };
  }
  const hasAlpha = channels === 2 || channels === 4;
  const alphaAt = (x: number, y: number): number => (hasAlpha ? sample(x, y, channels - 1) : WHITE);
  if (channels < 3) return (x, y) => onPaper(sample(x, y, 0), alphaAt(x, y));
  return (x, y) => onPaper(luminance(sample(x, y, 0), sample(x, y, 1), sample(x, y, 2)), alphaAt(x, y));
}

/**
 * Whether something can be seen on the image: dots that stand out, and a background from which they do. Stops
 * as soon as it knows.
 */
export function hasInk(image: DecodedPng): boolean {
  const bright = brightness(image);
  const histogram = new Uint32Array(WHITE + 1);
  let lightest = 0;
  for (let y = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      const value = Math.max(0, Math.min(WHITE, Math.round(bright(x, y))));
      histogram[value] = (histogram[value] ?? 0) + 1;
      if (value > lightest) lightest = value;
    }
    const dark = histogram
      .subarray(0, Math.max(0, lightest - CONTRAST))
      .reduce((sum, count) => sum + count, 0);
    if (dark >= DOTS_MIN) return true;
  }
  return false;
}
