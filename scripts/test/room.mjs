// Checks that the disks have room for a run. On a full disk, the next program that writes fails, with an
// error that seldom names the cause.
import { statfsSync } from 'node:fs';

const MEGABYTE = 2 ** 20;

/**
 * @param folders the folders to which the run writes
 * @param least megabytes that the run needs in each folder
 * @returns a sentence for each folder that has less free space
 */
export const lackOfRoom = (folders, least, statfs = statfsSync) =>
  folders.flatMap((folder) => {
    const { bavail, bsize } = statfs(folder);
    const free = Math.floor((bavail * bsize) / MEGABYTE);
    return free >= least
      ? []
      : [`The disk of ${folder} is full: ${free} MB are free, ${least} MB are needed.`];
  });
