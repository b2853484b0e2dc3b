// Whether the disks have room for a run. One that is full breaks whatever writes next, in words that seldom say so.
import { statfsSync } from 'node:fs';

const MEGABYTE = 2 ** 20;

/**
 * @param folders those that are written to
 * @param least megabytes that each needs
 * @returns a sentence for each that has less
 */
export const lackOfRoom = (folders, least, statfs = statfsSync) =>
  folders.flatMap((folder) => {
    const { bavail, bsize } = statfs(folder);
    const free = Math.floor((bavail * bsize) / MEGABYTE);
    return free >= least
      ? []
      : [`The disk of ${folder} is full: ${free} MB are free, ${least} MB are needed.`];
  });
