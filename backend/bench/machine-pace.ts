import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from './statistics.js';

/** Milliseconds that the work below takes on an idle machine of 2025 with two cores and its own disk. */
const IDLE = { cpu: 55, disk: 0.5 } as const;
const ROUNDS = 9;
const MEBIBYTES = 64;
const SYNCS_A_ROUND = 20;
const PAGE = 8192;

/** Does a fixed amount of work on one core. @returns milliseconds */
function hashed(): number {
  const block = Buffer.alloc(1 << 20);
  const hash = createHash('sha256');
  const began = performance.now();
  for (let n = 0; n < MEBIBYTES; n += 1) hash.update(block);
  hash.digest();
  return performance.now() - began;
}

/** Writes pages and syncs each to the disk, as a commit does. @returns milliseconds per page */
async function synced(folder: string): Promise<number> {
  const file = await open(join(folder, 'log'), 'w');
  try {
    const page = Buffer.alloc(PAGE);
    const began = performance.now();
    for (let n = 0; n < SYNCS_A_ROUND; n += 1) {
      await file.write(page, 0, PAGE, n * PAGE);
      await file.datasync();
    }
    return (performance.now() - began) / SYNCS_A_ROUND;
  } finally {
    await file.close();
  }
}

/**
 * Measures how many times slower this machine is than an idle machine. The result is the mean of the factors
 * of processor and disk, each at least 1.
 * @param dataDir a folder on the disk that has the database's files
 */
export async function measurePace(dataDir: string): Promise<number> {
  const folder = await mkdtemp(join(dataDir, 'pace-'));
  try {
    const [cpu, disk]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      cpu.push(hashed());
      disk.push(await synced(folder));
    }
    return (Math.max(1, median(cpu) / IDLE.cpu) + Math.max(1, median(disk) / IDLE.disk)) / 2;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Maximum factor by which limits are stretched. On an even slower machine, the figures mean nothing, so the
 * bench reports missed limits.
 */
const MOST_SLOWER = 5;

/** Runs the work. `slower` is the factor for limits in milliseconds, measured before and after the work. */
export async function measuredWithPace<Result>(
  measured: () => Promise<number>,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly slower: number }> {
  const before = await measured();
  const result = await work();
  return { result, slower: Math.min(MOST_SLOWER, (before + (await measured())) / 2) };
}
