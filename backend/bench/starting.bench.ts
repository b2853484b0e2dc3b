import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environmentWith } from '#src/platform/config/process-environment';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import type { BenchEnvironment } from './bench-environment.js';
import { atMost, type Line } from './report.js';
import { untilSettled, usedBy } from './running.js';
import { median } from './statistics.js';

const STARTS = 5;
const READY_MS = 4000;
const READY_WITHIN_MS = 60_000;
const IDLE_MS = 30_000;
const MOST_MEBIBYTES = 250;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Measures how long `npm start` takes with built code and existing data, and the backend's memory afterwards.
 */
export async function benchStarting(environment: BenchEnvironment): Promise<Line[]> {
  const { length: ndas } = await environment.fixture();
  await environment.stopServer();
  const times: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const started = await start(environment.dataDir);
    times.push(started.seconds);
    await started.stop();
  }
  const { port, stop } = await start(environment.dataDir);
  try {
    // Waits, because some reactions see this log for the first time and read all of it.
    await untilSettled(port);
    await pause(IDLE_MS);
    const name = `npm start until ready, built, ${ndas} NDAs present, median of ${STARTS}`;
    const { memory } = await usedBy(port);
    return [
      atMost(name, median(times), READY_MS / 1000, 's'),
      atMost(
        `memory (RSS) of the backend after ${IDLE_MS / 1000} idle seconds`,
        memory,
        MOST_MEBIBYTES,
        'MiB',
      ),
    ];
  } finally {
    await stop();
  }
}

interface Started {
  readonly port: number;
  /** Seconds until ready. */
  readonly seconds: number;
  stop(): Promise<void>;
}

async function start(dataDir: string): Promise<Started> {
  const port = await freePort(undefined);
  const own = { PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'info' };
  const began = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: environmentWith(own),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const exited = once(npm, 'exit');
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
    if (performance.now() - began > READY_WITHIN_MS) throw new Error('npm start did not become ready');
    await pause(10);
  }
  const seconds = (performance.now() - began) / 1000;
  const stop = async (): Promise<void> => {
    // The folder's lock contains the process id of the backend itself, not of npm or its shell.
    const { pid } = JSON.parse(await readFile(join(dataDir, 'backend.lock'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGTERM');
    await exited;
  };
  return { port, seconds, stop };
}
