/**
 * A program that runs only the embedded database of a backend. Tests kill it in place of a backend. It prints
 * the database's URL, then waits.
 */
import { silentLogger } from '../../logging/logger.js';
import { lockDataDir } from '../data-dir-lock.js';
import { startEmbeddedPostgres } from '../embedded.js';

async function main(dataDir: string): Promise<void> {
  const lock = await lockDataDir(dataDir);
  const { url } = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
  lock.announce('http://localhost:1234');
  process.stdout.write(`${url}\n`);
  setInterval(() => {}, 60_000);
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stdout.write(`${String(error)}\n`);
  process.exitCode = 1;
});
