import { createHash } from 'node:crypto';
import { readObjects } from '../../pades/pdf-objects.js';

/** A changed copy of a sealed file. */
export interface Mutation {
  readonly kind: string;
  readonly name: string;
  readonly make: () => Buffer | Promise<Buffer>;
}

/** Returns a generator of pseudo-random numbers that are the same in each run. */
function seeded(seed: string): (below: number) => number {
  let count = 0;
  return (below) => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE() % below;
  };
}

const flipped = (bytes: Buffer, at: number, bit: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ (1 << bit);
  return changed;
};
export const spliced = (bytes: Buffer, at: number, cut: number, put: Buffer | string = ''): Buffer =>
  Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + cut)]);

/** Returns the offset of the first digit of the signature's value, and the offset after its last digit. */
export function placeOf(pdf: Buffer): { start: number; end: number } {
  const start = pdf.indexOf('/Contents <') + '/Contents <'.length;
  return { start, end: pdf.indexOf('>', start) };
}

/** Returns the CMS without the zeros of its padding. */
export function cmsOf(pdf: Buffer): Buffer {
  const { start, end } = placeOf(pdf);
  const bytes = Buffer.from(pdf.toString('latin1', start, end), 'hex');
  return bytes.subarray(0, 4 + bytes.readUInt16BE(2));
}

/** Returns the file with another CMS in the same place. */
export function withCms(pdf: Buffer, cms: Buffer): Buffer {
  const { start, end } = placeOf(pdf);
  const digits = cms.toString('hex').padEnd(end - start, '0');
  return spliced(pdf, start, end - start, digits.slice(0, end - start));
}

export const mutation = (kind: string, name: string, make: Mutation['make']): Mutation => ({
  kind,
  name,
  make,
});

/**
 * Yields files in which one bit is changed, in an object, in the cross-reference table or in the trailer.
 * @param each number of files for each of these parts
 */
export function* bits(pdf: Buffer, each: number): Generator<Mutation> {
  const random = seeded('bits');
  const marks = readObjects(pdf).objects.map(({ id, bytes }) => ({
    name: `object ${id}`,
    at: bytes.byteOffset - pdf.byteOffset,
    size: bytes.length,
  }));
  const table = pdf.lastIndexOf('xref\n0 ');
  const trailer = pdf.lastIndexOf('trailer');
  marks.push({ name: 'xref', at: table, size: trailer - table });
  marks.push({ name: 'trailer', at: trailer, size: pdf.length - trailer });
  for (const { name, at, size } of marks)
    for (let n = 0; n < each; n += 1) {
      const [byte, bit] = [at + random(size), random(8)];
      yield mutation('a bit', `${name}, byte ${byte}, bit ${bit}`, () => flipped(pdf, byte, bit));
    }
}

/**
 * Yields files in which one entry of the signature is changed: its byte range, its sub-filter, its stated
 * time, its promised level, or the hexadecimal digits of its value.
 */
export function* entries(pdf: Buffer): Generator<Mutation> {
  const replaced = (from: RegExp, to: string): Buffer =>
    Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1');
  const [, first = '', second = '', rest = ''] =
    /\/ByteRange \[0 (\d+) (\d+) (\d+)/.exec(pdf.toString('latin1')) ?? [];
  const range = (a: number, b: number, c: number): string =>
    `/ByteRange [0 ${Number(first) + a} ${Number(second) + b} ${Number(rest) + c}`;
  const RANGE = /\/ByteRange \[0 \d+ \d+ \d+/;
  for (const [a, b, c] of [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, 1, -1],
    [0, -1, 1],
    [0, 0, -1],
    [0, 0, 1],
    [-10, 10, -10],
  ] as const)
    yield mutation('the byte range', `${a} ${b} ${c}`, () => replaced(RANGE, range(a, b, c)));
  for (const to of ['adbe.pkcs7.detached', 'ETSI.CAdES.detachee', 'ETSI.RFC3161', 'adbe.x509.rsa_sha1'])
    yield mutation('the sub-filter', to, () => replaced(/\/SubFilter \/[\w.]+/, `/SubFilter /${to}`));
  for (const to of ["(D:20200101000000+00'00')", '(D:20991231235959Z)', '(D:2026)', '()'])
    yield mutation('the stated time', to, () => replaced(/\/M \([^)]*\)/, `/M ${to}`));
  for (const to of ['/B-T', '/B-B', '/B-X'])
    yield mutation('the promised level', to, () => replaced(/\/SIEG_Level \/B-[BT]/, `/SIEG_Level ${to}`));
  const { start, end } = placeOf(pdf);
  const place = (name: string, make: () => Buffer): Mutation => mutation('the place', name, make);
  yield place('a digit in the padding', () => spliced(pdf, end - 1, 1, '1'));
  yield place('letters in the padding', () => spliced(pdf, end - 200, 200, 'a'.repeat(200)));
  yield place('blanks in the padding', () => spliced(pdf, end - 2, 2, '  '));
  yield place('capitals', () =>
    spliced(pdf, start, end - start, pdf.toString('latin1', start, end).toUpperCase()),
  );
  yield place('one digit less', () => spliced(pdf, end - 1, 1));
  yield place('one digit more', () => spliced(pdf, end, 0, '0'));
  yield place('empty', () => spliced(pdf, start, end - start, '0'.repeat(end - start)));
}

export function* cuts(pdf: Buffer, count: number): Generator<Mutation> {
  const random = seeded('cuts');
  for (let n = 0; n < count; n += 1) {
    const [at, size] = [random(pdf.length), 1 + random(300)];
    yield mutation('bytes cut', `${size} at ${at}`, () => spliced(pdf, at, size));
    yield mutation('bytes put in', `${size} at ${at}`, () => spliced(pdf, at, 0, Buffer.alloc(size, n)));
    yield mutation('bytes exchanged', `${size} at ${at}`, () =>
      spliced(pdf, at, size, Buffer.alloc(size, 7)),
    );
  }
  for (const size of [1, 10, 1000, 20_000])
    yield mutation('the end cut off', String(size), () => pdf.subarray(0, -size));
}

/** Yields one file for every `step`th bit of the CMS. This bit is flipped in the file. */
export function* cmsFlips(pdf: Buffer, step: number): Generator<Mutation> {
  const cms = cmsOf(pdf);
  for (let bit = 0; bit < cms.length * 8; bit += step)
    yield mutation('a bit of the CMS', String(bit), () => withCms(pdf, flipped(cms, bit >> 3, bit & 7)));
}
