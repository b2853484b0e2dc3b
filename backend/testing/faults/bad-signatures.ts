import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'fast-png';
import { signature } from '../steps/samples.js';

const url = (bytes: Uint8Array, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
const drawn = Buffer.from(signature().split(',')[1] ?? '', 'base64');

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/**
 * Returns a PNG with one channel. Its header claims the size `width` × `height`, and its data decompress to
 * `unpacked` bytes.
 */
function png(width: number, height: number, unpacked: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(unpacked), { level: 9 });
  return Buffer.concat([
    drawn.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Returns the drawn picture with its data split into `count` chunks. */
function inChunks(count: number): Buffer {
  // The first eight bytes are the PNG signature. The header chunk has 25 bytes, and the end chunk has twelve.
  const [head, end] = [drawn.subarray(0, 33), drawn.subarray(-12)];
  const data = drawn.subarray(41, -16);
  const size = Math.floor(data.length / count);
  const parts = Array.from({ length: count }, (_, n) =>
    chunk('IDAT', data.subarray(n * size, n === count - 1 ? undefined : (n + 1) * size)),
  );
  return Buffer.concat([head, ...parts, end]);
}

function even(shade: number, alpha: number): Uint8Array {
  const data = Uint8Array.from({ length: 300 * 100 * 4 }, (_, n) => (n % 4 === 3 ? alpha : shade));
  return encode({ width: 300, height: 100, data, channels: 4, depth: 8 });
}

const flipped = Buffer.from(drawn);
flipped.writeUInt8((flipped[60] ?? 0) ^ 0xff, 60);

/** Invalid signatures. Each name describes the fault. */
export const BAD_SIGNATURES: Readonly<Record<string, string>> = {
  empty: '',
  short: 'data:,',
  'a name': 'Katharina Brandstetter',
  'an address': 'https://example.org/signature.png',
  'no base64': 'data:image/png;base64,****',
  'a JPEG': url(Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.alloc(100)]), 'image/jpeg'),
  'a JPEG that says it is a PNG': url(Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Buffer.alloc(100)])),
  'an SVG': url(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'image/svg+xml',
  ),
  'only the first bytes': url(drawn.subarray(0, 8)),
  truncated: url(drawn.subarray(0, drawn.length - 20)),
  damaged: url(flipped),
  'white all over': url(even(255, 255)),
  'clear all over': url(even(0, 0)),
  'black all over, with no size': url(png(0, 0, 0)),
  'in 65 chunks': url(inChunks(65)),
  'too wide': url(png(2001, 100, 2002 * 100)),
  'too high': url(png(100, 1001, 101 * 1001)),
  'larger than 200 kB': url(Buffer.concat([drawn, Buffer.alloc(200_000)])),
  'a bomb by its header': url(png(0x7fffffff, 0x7fffffff, 1000)),
  'a bomb behind an honest header': url(png(100, 100, 80_000_000)),
};
