import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Starts the process that will run the PostgreSQL server of this test run. The server itself is started
 * later, by the first test that needs it. Tests find the process through a file that is named after jest's
 * process id.
 */
export default async function setUp() {
  const holder = spawn(
    process.execPath,
    [
      '--import',
      new URL('register-ts.mjs', import.meta.url).href,
      here('test-server.main.ts'),
      join(tmpdir(), `siegel-test-${process.pid}.port`),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  );
  globalThis.__siegelTestServer = holder;
  await new Promise((resolve, reject) => {
    holder.stdout.once('data', resolve);
    holder.once('exit', () => reject(new Error('the holder of the test database did not start')));
  });
  holder.unref();
}
