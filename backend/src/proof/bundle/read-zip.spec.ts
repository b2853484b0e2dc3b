import { AGREEMENT, BundleFault, BUNDLE_FILES, MANIFEST } from './bundle-files.js';
import { beginsAsBundle, readZip } from './read-zip.js';
import { sampleBundle } from './testing/sample-bundles.js';
import { CENTRAL_BYTES, CENTRAL_SIGNATURE, END_BYTES, LOCAL_BYTES, zipped } from './zip-layout.js';

const bundle = sampleBundle('in-person.zip');
const END = bundle.length - END_BYTES;

/** Returns the kind and the location of the fault. */
function faultOf(zip: Buffer): readonly [string, string | null] | undefined {
  try {
    readZip(zip);
    return undefined;
  } catch (error) {
    if (!(error instanceof BundleFault)) throw error;
    return [error.kind, error.at];
  }
}

function changed(change: (zip: Buffer) => unknown, zip = bundle): Buffer {
  const copy = Buffer.from(zip);
  change(copy);
  return copy;
}

/**
 * Returns the archive with additional bytes between the last central header and the end record. The end
 * record counts these bytes as one more header.
 */
function withHeader(bytes: Buffer): Buffer {
  const end = changed((copy) => {
    for (const field of [8, 10]) copy.writeUInt16LE(copy.readUInt16LE(field) + 1, field);
    copy.writeUInt32LE(copy.readUInt32LE(12) + bytes.length, 12);
  }, bundle.subarray(END));
  return Buffer.concat([bundle.subarray(0, END), bytes, end]);
}

describe('the archive of a bundle', () => {
  it('is read back as it was written', () => {
    expect(faultOf(bundle)).toBeUndefined();
    expect(readZip(bundle).map(({ name }) => name)).toEqual(BUNDLE_FILES);
  });

  it("begins with its manifest: the header's signature, the length of the name, and the name", () => {
    expect(beginsAsBundle(bundle)).toBe(true);
    expect(beginsAsBundle(bundle.subarray(0, LOCAL_BYTES + MANIFEST.length))).toBe(true);
    expect(beginsAsBundle(bundle.subarray(0, LOCAL_BYTES + MANIFEST.length - 1))).toBe(false);
    for (const at of [0, 3, 26, 27, LOCAL_BYTES, LOCAL_BYTES + MANIFEST.length - 1])
      expect(beginsAsBundle(changed((zip) => zip.writeUInt8((zip[at] ?? 0) ^ 1, at)))).toBe(false);
  });

  it.each([
    ['the disk', 4],
    ['the disk of the headers', 6],
    ['the files on the disk', 8],
    ['all files', 10],
  ])('counts as ZIP64 if all bits of a number are set: %s', (_, field) => {
    expect(faultOf(changed((zip) => zip.writeUInt16LE(0xffff, END + field)))).toEqual(['zip64', null]);
    expect(faultOf(changed((zip) => zip.writeUInt16LE(0xfffe, END + field)))).toEqual(['zip_broken', null]);
  });

  it.each([
    ['the size of the headers', 12],
    ['their place', 16],
  ])('counts as ZIP64 if all bits of a number are set: %s', (_, field) => {
    expect(faultOf(changed((zip) => zip.writeUInt32LE(0xffffffff, END + field)))).toEqual(['zip64', null]);
    expect(faultOf(changed((zip) => zip.writeUInt32LE(0xfffffffe, END + field)))).toEqual([
      'zip_broken',
      null,
    ]);
  });

  it('is broken if a header is cut off at any byte', () => {
    const signature = Buffer.alloc(CENTRAL_BYTES - 1);
    signature.writeUInt32LE(CENTRAL_SIGNATURE);
    for (const length of [4, 28, 34, CENTRAL_BYTES - 1])
      expect(faultOf(withHeader(signature.subarray(0, length)))).toEqual(['zip_broken', null]);
  });

  const offset = bundle.readUInt32LE(END + 16);
  /**
   * Returns the archive with additional bytes behind the name in its first central header. `field` is the
   * offset of the header field that holds the number of these bytes.
   */
  const withMore = (field: 30 | 32, more: Buffer): Buffer => {
    const behind = offset + CENTRAL_BYTES + MANIFEST.length;
    return changed(
      (copy) => {
        copy.writeUInt16LE(more.length, offset + field);
        const size = END + more.length + 12;
        copy.writeUInt32LE(copy.readUInt32LE(size) + more.length, size);
      },
      Buffer.concat([bundle.subarray(0, behind), more, bundle.subarray(behind)]),
    );
  };

  it('is broken if a file has a comment, and the fault names the file', () =>
    expect(faultOf(withMore(32, Buffer.from('!')))).toEqual(['zip_broken', MANIFEST]));

  it.each([
    ['zip64', Buffer.of(1, 0)],
    ['zip64', Buffer.of(1, 0, 0, 0)],
    ['zip_broken', Buffer.of(1)],
    ['zip_broken', Buffer.of(0, 0, 0, 0)],
    ['zip_broken', Buffer.of(2, 0, 1, 0)],
    ['zip_broken', Buffer.of(1, 1, 0, 0)],
  ])('is %s if the extra field of a file is %j', (kind, extra) =>
    expect(faultOf(withMore(30, extra))).toEqual([kind, MANIFEST]),
  );

  it.each([20, 24, 42])('counts as ZIP64 if all bits of a number of a file are set: %i', (field) =>
    expect(faultOf(changed((zip) => zip.writeUInt32LE(0xffffffff, offset + field)))).toEqual([
      'zip64',
      MANIFEST,
    ]),
  );

  it('accepts a file that contains the signature of an end record', () => {
    const files = readZip(bundle).map(({ name, bytes }) => ({
      name,
      bytes: name === AGREEMENT ? Buffer.from('PK\u0005\u0006', 'latin1') : bytes,
    }));
    expect(faultOf(zipped(files))).toBeUndefined();
  });

  it('is accepted with a single file, which the next check then finds too few', () =>
    expect(faultOf(zipped(readZip(bundle).slice(0, 1)))).toEqual(['missing_file', 'events.jsonl']));

  it('has at most 134,217,728 bytes', () => {
    expect(faultOf(Buffer.alloc(134_217_728))).toEqual(['not_a_bundle', null]);
    expect(faultOf(Buffer.alloc(134_217_729))).toEqual(['too_large', null]);
  });

  it('has at most 64 files', () => {
    const files = (count: number) =>
      zipped(
        Array.from({ length: count }, (_, n) => ({
          name: n === 0 ? MANIFEST : `f${n}`,
          bytes: Buffer.alloc(0),
        })),
      );
    expect(faultOf(files(64))).toEqual(['extra_file', 'f1']);
    expect(faultOf(files(65))).toEqual(['too_many_files', null]);
  });
});

describe('a fault of a bundle', () => {
  it('names its kind, and its place if there is one', () => {
    expect(new BundleFault('cut_off').message).toBe('cut_off');
    expect(new BundleFault('crc_wrong', 'keys.json').message).toBe('crc_wrong at keys.json');
  });
});
