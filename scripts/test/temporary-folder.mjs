// Files that tests leave in the folder for temporary files go with the run, also where one was killed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atTheEnd } from '../processes.mjs';

export function ownTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-run-'));
  // Started by root, PostgreSQL is another user, and has its data in here.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
}
