// Starts the built backend for tests and benchmarks, by default on a free port and with an empty data folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { timeFactor } from './time-factor.mjs';
import { atTheEnd, start } from './processes.mjs';
import { root } from './workspace.mjs';

/** Maximum number of milliseconds until the backend is ready, on an idle machine. */
const READY_MS = 60_000;

export const ADMIN_PASSWORD = 'admin-password-of-the-tests';

export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/**
 * @param options `port` is by default a free port; `dataDir` is by default a temporary folder, which is
 * deleted when the backend stops
 */
export async function startBackend({ env = {}, port, dataDir: given } = {}) {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'siegel-'));
  port ??= await freePort();
  const url = `http://localhost:${port}`;
  const output = [];
  const remove = () => {
    if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const forget = atTheEnd(remove);
  const { child, stop: end } = start(process.execPath, [join(root, 'scripts/service.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '0',
      ADMIN_PASSWORD,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const stop = async () => {
    await end();
    forget();
    remove();
  };
  const until = Date.now() + READY_MS * timeFactor();
  for (;;) {
    const ready = await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return { url, dataDir, child, stop, output: () => Buffer.concat(output).toString('utf8') };
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`the backend did not become ready:\n${Buffer.concat(output).toString('utf8')}`);
    }
    await pause(100);
  }
}
