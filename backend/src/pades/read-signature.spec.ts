import { readSignatures } from './read-signature.js';

/**
 * Returns a copy of the file that counts what reading it costs: decoded characters, and passes over all its
 * bytes.
 */
function weighed(pdf: Buffer): { pdf: Buffer; decoded: () => number; passes: () => number } {
  let [decoded, passes] = [0, 0];
  const counting = Object.assign(Buffer.from(pdf), {
    toString: (encoding?: BufferEncoding, start?: number, end?: number): string => {
      const text = pdf.toString(encoding, start, end);
      decoded += text.length;
      return text;
    },
    indexOf: (value: string, from?: number): number => {
      const at = pdf.indexOf(value, from);
      passes += ((at === -1 ? pdf.length : at) - (from ?? 0)) / pdf.length;
      return at;
    },
    lastIndexOf: (value: string): number => {
      passes += 1;
      return pdf.lastIndexOf(value);
    },
  });
  return { pdf: counting, decoded: () => decoded, passes: () => passes };
}

const SIZE = 10_000_000;
const around = (filling: string, end = '%%EOF'): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(SIZE, filling), Buffer.from(end)]);
const ranges = (count: number): Buffer =>
  Buffer.concat([
    around(' ', ''),
    ...Array.from({ length: count }, () => Buffer.from('/ByteRange [0 9 9000000 5]')),
    Buffer.from('%%EOF'),
  ]);

describe('reading the signatures in a file of ten million bytes', () => {
  it.each<[string, Buffer]>([
    ['zeros', Buffer.alloc(SIZE)],
    ['headers', around('%PDF-')],
    ['marks', around('/ByteRange [')],
    ['marks with half a number', around('/ByteRange [ 0 1111111111111111111111')],
    [
      'blanks behind a mark',
      Buffer.concat([Buffer.from('%PDF-1.7 /ByteRange ['), Buffer.alloc(SIZE, ' '), Buffer.from('%%EOF')]),
    ],
    ['trailers', around('trailer << ')],
    [
      'digits in the place of a signature',
      Buffer.concat([Buffer.from('%PDF-1.7 /ByteRange [0 60 9000000 5] '), Buffer.alloc(SIZE, '0')]),
    ],
    ['eight signatures', ranges(8)],
    ['nine signatures', ranges(9)],
  ])('%s: takes a few passes, and decodes hardly anything', (_, file) => {
    const { pdf, decoded, passes } = weighed(file);
    readSignatures(pdf);
    expect(passes()).toBeLessThanOrEqual(3);
    expect(decoded()).toBeLessThan(100_000);
  });

  it.each(['Z', "+00'00'"])(
    'reads the stated time of a document, with the time zone written as %s',
    (zone) => {
      const head = `%PDF-1.7 /ByteRange [0 99 105 6] /M (D:20261113090000${zone})`.padEnd(99);
      expect(readSignatures(Buffer.from(`${head}<0000>\n%%EOF`))).toMatchObject({
        signatures: [{ statedAt: new Date('2026-11-13T09:00:00Z') }],
      });
    },
  );

  it('reads no more than eight signatures', () => {
    expect(readSignatures(ranges(8))).toMatchObject({ signatures: { length: 8 } });
    expect(readSignatures(ranges(9))).toEqual({ problem: 'damaged' });
  });

  it('does not read a signature that is longer than ours can be', () => {
    const place = (digits: number): Buffer => {
      const head = `%PDF-1.7 /ByteRange [0 60 ${62 + digits} 6]`.padEnd(60);
      return Buffer.from(`${head}<${'0'.repeat(digits)}>\n%%EOF`);
    };
    expect(readSignatures(place(65_536))).toMatchObject({
      signatures: [{ coverage: 'whole', cms: { length: 32_768 } }],
    });
    expect(readSignatures(place(65_538))).toMatchObject({
      signatures: [{ coverage: 'incomplete', cms: undefined }],
    });
  });
});
