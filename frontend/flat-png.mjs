// Rewrites a PNG with few colours that a browser has written. The new PNG has a palette of at most 256
// colours and one palette index for each pixel. The new file is a third of the size of the old one.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;
/**
 * Bytes per pixel. The key is the colour type in the PNG header. Browsers write only these two colour types.
 */
const CHANNELS = { 2: 3, 6: 4 };

function* chunksOf(png) {
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const start = at + 8;
    yield {
      type: png.toString('latin1', at + 4, start),
      data: png.subarray(start, start + png.readUInt32BE(at)),
    };
  }
}

function paeth(left, above, corner) {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((value) => Math.abs(guess - value));
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/**
 * The PNG filters. The index is the number of the filter (PNG, section 9). Each function returns the value
 * that the filter has subtracted from a byte.
 */
const FILTERS = [
  () => 0,
  (left) => left,
  (_left, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

function unfiltered(lines, { width, height, channels }) {
  const length = width * channels;
  const pixels = Buffer.alloc(length * height);
  for (let y = 0; y < height; y += 1) {
    const filter = FILTERS[lines[y * (length + 1)]];
    for (let x = 0; x < length; x += 1) {
      const at = y * length + x;
      const left = x < channels ? 0 : pixels[at - channels];
      const above = y === 0 ? 0 : pixels[at - length];
      const corner = x < channels || y === 0 ? 0 : pixels[at - length - channels];
      pixels[at] = lines[y * (length + 1) + 1 + x] + filter(left, above, corner);
    }
  }
  return pixels;
}

/**
 * Returns the size of the picture and its pixels. Each pixel is one 32-bit number: red, green, blue, opacity.
 */
function decoded(png) {
  const chunks = [...chunksOf(png)];
  const { data: header } = chunks[0];
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = CHANNELS[header[9]];
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const bytes = unfiltered(inflateSync(packed), { width, height, channels });
  const pixels = Uint32Array.from({ length: width * height }, (_, index) =>
    channels === 4 ? bytes.readUInt32BE(index * 4) : bytes.readUIntBE(index * 3, 3) * 256 + 255,
  );
  return { width, height, pixels };
}

const channelsOf = (colour) => [24, 16, 8, 0].map((shift) => (colour >>> shift) & 255);

function distance(one, other) {
  const others = channelsOf(other);
  return channelsOf(one).reduce((sum, value, index) => sum + (value - others[index]) ** 2, 0);
}

/**
 * Returns the palette, and the palette index for each colour of the picture. The palette grows by one colour
 * at a time. The next colour is always the colour that the palette represents worst. Each colour's distance
 * from the nearest palette colour is multiplied by its number of pixels, and the colour with the greatest
 * product is the worst.
 */
function tableOf(pixels) {
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const left = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([colour, count]) => ({ colour, count, apart: Number.MAX_SAFE_INTEGER, nearest: colour }));
  const chosen = [];
  while (chosen.length < COLOURS) {
    const worst = left.reduce((most, one) => (one.count * one.apart > most.count * most.apart ? one : most));
    if (worst.apart === 0) break;
    chosen.push(worst.colour);
    for (const one of left) {
      const apart = distance(one.colour, worst.colour);
      if (apart < one.apart) Object.assign(one, { apart, nearest: worst.colour });
    }
  }
  // Colours that are not opaque come first, because the file lists opacities only for the first colours of
  // the palette.
  const table = chosen.sort((a, b) => (a & 255) - (b & 255) || a - b);
  return { table, indexes: new Map(left.map(({ colour, nearest }) => [colour, table.indexOf(nearest)])) };
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export function flatPng(png) {
  const { width, height, pixels } = decoded(png);
  const { table, indexes } = tableOf(pixels);
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const lines = Buffer.alloc((width + 1) * height);
  pixels.forEach((colour, index) => {
    lines[index + Math.floor(index / width) + 1] = indexes.get(colour);
  });
  const opacities = table.map((colour) => colour & 255).filter((opacity) => opacity < 255);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(table.flatMap((colour) => channelsOf(colour).slice(0, 3)))),
    ...(opacities.length === 0 ? [] : [chunk('tRNS', Buffer.from(opacities))]),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
