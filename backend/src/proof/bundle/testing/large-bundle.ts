import { BUNDLE_FILES } from '../bundle-files.js';
import { centralHeader, END_BYTES, LOCAL_BYTES, localHeader, zipped } from '../zip-layout.js';

const LARGE_BYTES = 100_000_000;
const SMALL_BYTES = 100;

/**
 * A bundle that consists of headers and zeros. `parts` maps the offset of each header to the bytes of the
 * header.
 */
export interface LargeBundle {
  readonly length: number;
  readonly parts: ReadonlyMap<number, Buffer>;
}

/** Returns a bundle in which this file has 100 MB. */
export function largeBundle(large: string): LargeBundle {
  const parts = new Map<number, Buffer>();
  let offset = 0;
  const headers = BUNDLE_FILES.map((name) => {
    const entry = { name, crc: 0, size: name === large ? LARGE_BYTES : SMALL_BYTES, offset };
    parts.set(offset, localHeader(entry));
    offset += LOCAL_BYTES + name.length + entry.size;
    return centralHeader(entry);
  });
  const central = Buffer.concat(headers);
  const end = zipped([]);
  for (const field of [8, 10]) end.writeUInt16LE(headers.length, field);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  parts.set(offset, Buffer.concat([central, end]));
  return { length: offset + central.length + END_BYTES, parts };
}
