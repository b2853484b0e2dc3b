import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from '../proof/bundle/byte-source.js';

/** A file whose bytes are read from disk on demand. */
export interface FileSource extends ByteSource {
  close(): void;
}

/** @throws Error if the file cannot be opened */
export function openFileSource(path: string): FileSource {
  const file = openSync(path, 'r');
  return {
    length: fstatSync(file).size,
    read: (from, to) => bytesAt(file, from, to),
    close: () => closeSync(file),
  };
}

/** @throws Error if the file became shorter */
function bytesAt(file: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  for (let done = 0; done < bytes.length; ) {
    const count = readSync(file, bytes, done, bytes.length - done, from + done);
    if (count === 0) throw new Error('The file became shorter while it was read.');
    done += count;
  }
  return bytes;
}
