import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { median } from './statistics.js';

/** Milliseconds that the work below takes on an idle machine of two cores of 2025 with a disk of its own. */
const IDLE = { cpu: 55, disk: 0.5 } as const;
const ROUNDS = 9;
const MEBIBYTES = 64;
const SYNCS_A_ROUND = 20;
const PAGE = 8192;

/** Fixed work of one core. @returns milliseconds */
function hashed(): number {
  const block = Buffer.alloc(1 << 20);
  const hash = createHash('sha256');
  const began = performance.now();
  for (let n = 0; n < MEBIBYTES; n += 1) hash.update(block);
  hash.digest();
  return performance.now() - began;
}

/** A page written and made durable, as a commit does. @returns milliseconds each */
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
 * How much slower this machine is than an idle one, by the middle of processor and disk: at least 1.
 * @param dataDir where the database's files lie: the disk that is meant
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

/** Beyond it the machine is no measure of anything, and limits are missed as they are. */
const MOST_SLOWER = 5;

/** Measured before and after: times by which a limit in milliseconds is stretched. */
export async function paced<Result>(
  measured: () => Promise<number>,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly slower: number }> {
  const before = await measured();
  const result = await work();
  return { result, slower: Math.min(MOST_SLOWER, (before + (await measured())) / 2) };
}
