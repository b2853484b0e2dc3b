import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { pack, unpack } from './packed-bytes.js';

describe('packed bytes', () => {
  it('are restored exactly, whatever their content', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(Buffer.from(await unpack(Buffer.from(await pack(bytes)))).equals(bytes)).toBe(true);
      }),
    ));

  it('are shorter if possible, and at most one byte longer', async () => {
    expect((await pack(Buffer.alloc(30_000, '0'))).length).toBeLessThan(100);
    for (const first of [0, 1, 2, 0x25, 0x89]) {
      const bytes = Buffer.concat([Buffer.of(first), randomBytes(1000)]);
      expect((await pack(bytes)).length).toBeLessThanOrEqual(bytes.length + 1);
    }
  });

  it('are restored whatever the first byte is, and grow only if it is a mark', async () => {
    for (const first of [0, 1, 2, 0x25, 0x78])
      for (let length = 1; length <= 40; length += 1) {
        const bytes = Buffer.concat([Buffer.of(first), Buffer.alloc(length, 'a')]);
        const packed = await pack(bytes);
        expect(packed.length).toBeLessThanOrEqual(bytes.length + (first < 2 ? 1 : 0));
        expect(await unpack(Buffer.from(packed))).toEqual(bytes);
      }
  });

  it('are returned unchanged if they were stored before marks existed', async () => {
    for (const kept of [Buffer.from('%PDF-1.7 …'), Buffer.from([0x89, 0x50, 0x4e, 0x47])])
      expect(await unpack(kept)).toEqual(kept);
  });

  it('are unpacked up to 64 MiB and not beyond', async () => {
    const most = 64 * 1024 * 1024;
    const kept = (length: number): Buffer =>
      Buffer.concat([Buffer.of(1), deflateSync(Buffer.alloc(length), { level: 1 })]);
    expect(await unpack(kept(most))).toHaveLength(most);
    await expect(unpack(kept(most + 1))).rejects.toThrow();
  });

  it('are refused if `pack` cannot have made them', async () => {
    await expect(unpack(Buffer.from([1, 2, 3]))).rejects.toThrow();
  });
});
