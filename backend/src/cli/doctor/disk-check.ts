import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { type Check, fault, ok, type CheckResult, warning } from './check.js';

const MB = 1_000_000;
const FEW_BYTES = 1000 * MB;
const NO_BYTES = 100 * MB;
/**
 * Number of files that can still be created, as a share of the largest possible number of files. The check
 * warns below `FEW_FILES`, and reports a fault below `NO_FILES`.
 */
const FEW_FILES = 0.05;
const NO_FILES = 0.01;

/** The space on a file system that accounts other than root can still use. */
export interface Room {
  /** Bytes. */
  readonly free: number;
  readonly files: number;
  /** Largest possible number of files; 0 if the file system does not count files. */
  readonly filesInAll: number;
}

const MAKE_ROOM = 'Free some space on the disk that holds DATA_DIR, or move DATA_DIR to a larger disk.';

/** Pure. */
export function checkRoom(dataDir: string, { free, files, filesInAll }: Room): CheckResult {
  const share = filesInAll === 0 ? 1 : files / filesInAll;
  const fileCount = filesInAll === 0 ? '' : ` and room for ${files} files`;
  const says = `DATA_DIR ${dataDir} has ${Math.floor(free / MB)} MB${fileCount} left`;
  const limit = (bytes: number, shareOfFiles: number): string =>
    `${says}. At least ${bytes / MB} MB and ${shareOfFiles * 100} % of the inodes should be free.`;
  if (free < NO_BYTES || share < NO_FILES) return fault(limit(NO_BYTES, NO_FILES), MAKE_ROOM);
  return free < FEW_BYTES || share < FEW_FILES
    ? warning(limit(FEW_BYTES, FEW_FILES), MAKE_ROOM)
    : ok(`${says}.`);
}

/**
 * @param dataDir the folder that DATA_DIR names: it holds the list of erasures, and an embedded database if
 * there is one
 */
export const diskCheck = (dataDir: string): Check => ({
  name: 'data folder',
  todo: MAKE_ROOM,
  run: async () => {
    try {
      await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return fault(
        `DATA_DIR ${dataDir} does not exist, or this account cannot read and write it (${code}).`,
        'DATA_DIR must be a permanent folder that belongs to the service account.',
      );
    }
    const { bavail, bsize, ffree, files } = await statfs(dataDir);
    return checkRoom(dataDir, { free: bavail * bsize, files: ffree, filesInAll: files });
  },
});
