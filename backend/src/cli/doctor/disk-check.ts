import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { type Check, fault, ok, type Seen, warning } from './check.js';

const MB = 1_000_000;
const FEW_BYTES = 1000 * MB;
const NO_BYTES = 100 * MB;
/** Shares of all files that there can be. */
const FEW_FILES = 0.05;
const NO_FILES = 0.01;

/** Of a file system, for whoever is not root. */
export interface Room {
  /** Bytes. */
  readonly free: number;
  readonly files: number;
  /** 0 where the file system does not count them. */
  readonly filesInAll: number;
}

const MAKE_ROOM = 'Make room, or mount a larger disk there.';

/** Pure. */
export function seeRoom(dataDir: string, { free, files, filesInAll }: Room): Seen {
  const share = filesInAll === 0 ? 1 : files / filesInAll;
  const says = `${dataDir} has ${Math.floor(free / MB)} MB and ${filesInAll === 0 ? 'any number of' : files} files left.`;
  if (free < NO_BYTES || share < NO_FILES) return fault(says, MAKE_ROOM);
  return free < FEW_BYTES || share < FEW_FILES ? warning(says, MAKE_ROOM) : ok(says);
}

/** @param dataDir DATA_DIR: the list of erasures is written there, and an embedded database */
export const diskCheck = (dataDir: string): Check => ({
  name: 'data folder',
  todo: MAKE_ROOM,
  look: async () => {
    try {
      await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return fault(
        `DATA_DIR ${dataDir} cannot be read and written (${code}).`,
        'It must be a folder that lasts and that belongs to the account of the service.',
      );
    }
    const { bavail, bsize, ffree, files } = await statfs(dataDir);
    return seeRoom(dataDir, { free: bavail * bsize, files: ffree, filesInAll: files });
  },
});
