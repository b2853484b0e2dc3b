import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../errors/has-code.js';

export interface DiskSpace {
  /** Bytes that this process may still write. */
  readonly available: number;
  /** Bytes of the whole disk. */
  readonly size: number;
}

/** Space on the disk of a folder, which may not exist yet. @throws Error of the file system */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { available: bavail * bsize, size: blocks * bsize };
  } catch (error) {
    const parent = dirname(folder);
    if (!hasCode(error, 'ENOENT') || parent === folder) throw error;
    return diskSpace(parent);
  }
}
