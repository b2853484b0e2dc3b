import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentWith } from '#src/platform/config/process-environment';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { atMost, type Line } from './report.js';
import { settled } from './settled.js';
import { median } from './statistics.js';
import type { BenchEnvironment } from './bench-environment.js';

const STARTS = 5;
const READY_MS = 4000;
const IDLE_MS = 30_000;
const MOST_MEBIBYTES = 250;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** `npm start` on built code and existing data, and what the backend then holds in memory. */
export async function benchStarting(environment: BenchEnvironment): Promise<Line[]> {
  const ids = await environment.fixture();
  await environment.stopServer();
  const times: number[] = [];
  for (let round = 0; round < STARTS; round++) {
    const started = await start(environment.dataDir);
    times.push(started.ms);
    await started.stop();
  }
  const { port, pid, stop } = await start(environment.dataDir);
  try {
    const lines = [
      atMost(
        `npm start until ready, built, ${ids.length} NDAs present, median of ${STARTS}`,
        median(times) / 1000,
        READY_MS / 1000,
        's',
      ),
    ];
    lines.push(atMost('memory (RSS) of the backend when ready', mebibytesOf(pid), MOST_MEBIBYTES, 'MiB'));
    // Reactions that meet this log for the first time look at all of it.
    await settled(`http://127.0.0.1:${port}`);
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    lines.push(atMost(`  after ${IDLE_MS / 1000} idle seconds`, mebibytesOf(pid), MOST_MEBIBYTES, 'MiB'));
    return lines;
  } finally {
    await stop();
  }
}

interface Started {
  readonly port: number;
  readonly pid: number;
  /** Milliseconds until ready. */
  readonly ms: number;
  stop(): Promise<void>;
}

async function start(dataDir: string): Promise<Started> {
  const port = await freePort(undefined);
  const env = environmentWith({
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'info',
  });
  const began = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const exited = once(npm, 'exit');
  await untilReady(port, npm);
  const ms = performance.now() - began;
  // The folder's lock names the backend itself, behind npm and its shell.
  const { pid } = JSON.parse(await readFile(join(dataDir, 'backend.lock'), 'utf8')) as { pid: number };
  const stop = async (): Promise<void> => {
    process.kill(pid, 'SIGTERM');
    await exited;
  };
  return { port, pid, ms, stop };
}

async function untilReady(port: number, npm: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 6000; attempt++) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('npm start did not become ready');
}

/** Resident memory. Small Linux images lack `ps`, others lack `/proc`. */
function mebibytesOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kibibytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kibibytes) / 1024);
}
