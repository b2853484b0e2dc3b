// Gives the run its own folder for temporary files. The folder is deleted at the end, so that even killed
// tests leave no files behind.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTheEnd } from '../processes.mjs';

export function ownTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-run-'));
  // If root runs the tests, PostgreSQL runs as another user and must be able to reach its data in this
  // folder.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
}
