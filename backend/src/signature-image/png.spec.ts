import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import zlib, { crc32, deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { encode } from 'fast-png';
import { chunksOf, PNG_MAGIC } from './chunks.js';
import { readSignaturePng } from './png.js';

const limits = { maxBytes: 200_000, maxWidth: 2000, maxHeight: 1000 };
const url = (bytes: Uint8Array): string => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;
const refused = (input: string): void =>
  expect(() => readSignaturePng(input, limits)).toThrow(
    expect.objectContaining({ code: 'invalid_signature' }),
  );

function drawn(
  width = 60,
  height = 30,
  background: readonly number[] = [0, 0, 0, 0],
  ink: readonly number[] = [10, 10, 40, 255],
): Buffer {
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i += 1) data.set(background, i * 4);
  for (let x = 5; x < width - 5; x += 1) data.set(ink, (Math.floor(height / 2) * width + x) * 4);
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

interface Header {
  width: number;
  height: number;
  depth?: number;
  colour?: number;
  interlace?: number;
}
function png(header: Header, raw: Uint8Array, extra: Buffer[] = []): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(header.width, 0);
  ihdr.writeUInt32BE(header.height, 4);
  ihdr.set([header.depth ?? 8, header.colour ?? 0, 0, 0, header.interlace ?? 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    magic,
    chunk('IHDR', ihdr),
    ...extra,
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', new Uint8Array()),
  ]);
}
/** Returns the raw data of an 8-bit greyscale picture, white with a black line. */
function grey(width: number, height: number): Buffer {
  const raw = Buffer.alloc(height * (width + 1), 255);
  for (let y = 0; y < height; y += 1) raw[y * (width + 1)] = 0;
  raw.fill(0, 1 * (width + 1) + 1, 1 * (width + 1) + 1 + Math.min(width, 400));
  return raw;
}

describe('a drawn signature', () => {
  it('is accepted as it was drawn, on a transparent or a white background', () => {
    const bytes = drawn();
    expect(readSignaturePng(url(bytes), limits).bytes.equals(bytes)).toBe(true);
    expect(readSignaturePng(url(bytes), limits).sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(() => readSignaturePng(url(drawn(60, 30, [255, 255, 255, 255])), limits)).not.toThrow();
  });

  it('is accepted at the largest size, and in grey, in one bit and with a palette', () => {
    expect(() =>
      readSignaturePng(url(png({ width: 2000, height: 1000 }, grey(2000, 1000))), limits),
    ).not.toThrow();
    const oneBit = Buffer.alloc(16 * 5, 0xff);
    for (let y = 0; y < 16; y += 1) oneBit[y * 5] = 0;
    oneBit.fill(0, 5 * 5 + 1, 5 * 5 + 4);
    expect(() =>
      readSignaturePng(url(png({ width: 32, height: 16, depth: 1 }, oneBit)), limits),
    ).not.toThrow();
    const palette = chunk('PLTE', Uint8Array.from([0, 0, 0, 255, 255, 255]));
    expect(() =>
      readSignaturePng(url(png({ width: 32, height: 16, depth: 1, colour: 3 }, oneBit, [palette])), limits),
    ).not.toThrow();
  });

  describe('in many chunks', () => {
    const [header, ...parts] = chunksOf(png({ width: 2000, height: 1000 }, grey(2000, 1000))) ?? [];
    const data = parts.find(({ type }) => type === 'IDAT')?.data ?? Buffer.alloc(0);
    const end = chunk('IEND', new Uint8Array());
    /** Splits the picture's data into this number of chunks. */
    const split = (count: number): Buffer[] => {
      const size = Math.floor(data.length / count);
      const begins = Array.from({ length: count }, (_, n) => n * size);
      return begins.map((at, n) => chunk('IDAT', data.subarray(at, n === count - 1 ? undefined : at + size)));
    };
    const picture = (...middle: Buffer[]): string =>
      url(Buffer.concat([PNG_MAGIC, header?.whole ?? Buffer.alloc(0), ...middle, end]));

    it('is accepted with 64 of data, which is more than browsers write, and with no more', () => {
      expect(() => readSignaturePng(picture(...split(64)), limits)).not.toThrow();
      refused(picture(...split(65)));
      refused(picture(...split(1), ...Array.from({ length: 64 }, () => chunk('IDAT', Buffer.alloc(0)))));
      // Chromium writes 4,096 bytes a chunk, and the last chunks may be short.
      expect(Math.ceil(limits.maxBytes / (4096 + 12)) + 2).toBeLessThan(64);
    });

    it('is accepted with 128 of all types, and with no more', () => {
      const texts = (count: number) =>
        Array.from({ length: count }, () => chunk('tEXt', Buffer.from('a\0b')));
      expect(() => readSignaturePng(picture(...texts(125), ...split(1)), limits)).not.toThrow();
      refused(picture(...texts(126), ...split(1)));
    });

    it('is refused by its heads, before anything is unpacked or checked', () => {
      const given = picture(...split(65));
      const calls = [jest.spyOn(zlib, 'inflateSync'), jest.spyOn(zlib, 'crc32')];
      refused(given);
      for (const call of calls) expect(call).not.toHaveBeenCalled();
      calls[0]?.mockRestore();
      calls[1]?.mockRestore();
    });
  });

  it('loses all chunks that the picture does not need', () => {
    const plain = png({ width: 30, height: 10 }, grey(30, 10));
    const chatty = png({ width: 30, height: 10 }, grey(30, 10), [
      chunk('tEXt', Buffer.from('Author\0Ada Example')),
    ]);
    const kept = readSignaturePng(url(chatty), limits);
    expect(kept.bytes.includes('Ada Example')).toBe(false);
    expect(kept.sha256).toBe(readSignaturePng(url(plain), limits).sha256);
  });

  it('keeps the chunks that docs/verification.md names, unchanged, and no others', () => {
    const page = readFileSync(join(__dirname, '../../../docs/verification.md'), 'utf8');
    const told = /^A picture is the PNG that was received.*$/m.exec(page)?.[0] ?? '';
    const named = [...told.matchAll(/`(\w+)`/g)].map(([, type]) => type);
    const raw = Buffer.alloc(16 * 5, 0xff);
    for (let y = 0; y < 16; y += 1) raw[y * 5] = 0;
    raw.fill(0, 5 * 5 + 1, 5 * 5 + 4);
    const picture = [
      chunk('PLTE', Uint8Array.from([0, 0, 0, 255, 255, 255])),
      chunk('tRNS', Uint8Array.of(255, 255)),
    ];
    const other = ['gAMA', 'pHYs', 'tEXt', 'eXIf', 'prVt'].map((type) => chunk(type, Buffer.alloc(9, type)));
    const given = png({ width: 32, height: 16, depth: 1, colour: 3 }, raw, [...picture, ...other]);
    const kept = readSignaturePng(url(given), limits).bytes;
    const chunks = chunksOf(kept) ?? [];
    expect(chunks.map(({ type }) => type)).toEqual(named);
    for (const { whole } of chunks) expect(given.includes(whole)).toBe(true);
  });
});

describe('refused as a signature:', () => {
  it('sixteen bits a channel: nobody draws that, and it takes twice as long', () => {
    const raw = Buffer.alloc(30 * (60 * 2 + 1), 255);
    for (let y = 0; y < 30; y += 1) raw[y * 121] = 0;
    raw.fill(0, 10 * 121 + 1, 10 * 121 + 41);
    refused(url(png({ width: 60, height: 30, depth: 16 }, raw)));
  });

  it.each([
    ['nothing', ''],
    ['a short text', 'data:,x'],
    ['another format', `data:image/jpeg;base64,${drawn().toString('base64')}`],
    ['a script', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['no base64', 'data:image/png;base64,!!!!'],
    ['garbage', url(Buffer.from('this is no picture at all'))],
  ])('%s', (_, input) => refused(input));

  it('a blank sheet, a white one and a black one', () => {
    refused(url(drawn(60, 30, [0, 0, 0, 0], [0, 0, 0, 0])));
    refused(url(drawn(60, 30, [255, 255, 255, 255], [255, 255, 255, 255])));
    refused(url(drawn(60, 30, [0, 0, 0, 255], [0, 0, 0, 255])));
    refused(url(drawn(60, 30, [0, 0, 0, 0], [255, 255, 255, 255])));
  });

  it('a picture that is too wide, too high, or without size', () => {
    refused(url(png({ width: 2001, height: 10 }, grey(2001, 10))));
    refused(url(png({ width: 10, height: 1001 }, grey(10, 1001))));
    refused(url(png({ width: 0, height: 10 }, new Uint8Array(10))));
  });

  it('more bytes than are allowed', () => {
    const noise = randomBytes(500 * 501);
    for (let row = 0; row < 500; row += 1) noise[row * 501] = 0;
    expect(png({ width: 500, height: 500 }, noise).length).toBeGreaterThan(limits.maxBytes);
    refused(url(png({ width: 500, height: 500 }, noise)));
  });

  it('a bomb, which contains more pixels than its header says', () => {
    const bomb = png({ width: 10, height: 10 }, Buffer.alloc(100_000_000));
    expect(bomb.length).toBeLessThan(limits.maxBytes);
    const before = process.memoryUsage().arrayBuffers;
    refused(url(bomb));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });

  it('fewer pixels than the header says, bytes after the end, an interlaced or animated picture', () => {
    refused(url(png({ width: 30, height: 30 }, grey(30, 10))));
    refused(url(Buffer.concat([drawn(), Buffer.from('hidden')])));
    refused(url(png({ width: 30, height: 10, interlace: 1 }, grey(30, 10))));
  });

  it('cut anywhere', () => {
    const whole = drawn();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) =>
        refused(url(whole.subarray(0, length))),
      ),
    );
  });

  it('damaged anywhere', () => {
    const whole = drawn();
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, change) => {
          const damaged = Buffer.from(whole);
          damaged[at] = (damaged[at] ?? 0) ^ change;
          refused(url(damaged));
        },
      ),
    );
  });

  it('arbitrary bytes, even after a valid head', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => refused(url(bytes))));
    const head = png({ width: 10, height: 10 }, grey(10, 10)).subarray(0, 33);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) =>
        refused(url(Buffer.concat([head, chunk('IDAT', bytes), chunk('IEND', new Uint8Array())]))),
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => refused(text)));
  });
});
