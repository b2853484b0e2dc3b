// Checks that no tracked file contains the marks of a merge conflict. Prints one line for each mark, and
// exits with code 1 if there is one. An argument can name another folder to check instead of this repository.
// Lines of equals signs are not counted as marks, because they also underline headings.
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow, root } from './workspace.mjs';

const MARK = /^(?:<{7}|>{7}|\|{7})(?: |\r?$)/;
/**
 * Paths of generated or installed files, which are skipped in folders where git cannot list the tracked
 * files.
 */
const NOT_TRACKED = /(^|\/)(node_modules|dist|\.cache|\.git)\//;

function trackedIn(folder) {
  try {
    const options = {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    };
    return execFileSync('git', ['ls-files', '-z'], options).split('\0').filter(Boolean);
  } catch {
    const all = filesBelow(folder).map((file) => relative(folder, file));
    return all.filter((file) => !NOT_TRACKED.test(file));
  }
}

const isText = (bytes) => !bytes.subarray(0, 8000).includes(0);

function marksIn(folder, file) {
  const path = join(folder, file);
  if (!existsSync(path) || !lstatSync(path).isFile()) return [];
  const bytes = readFileSync(path);
  if (!isText(bytes)) return [];
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line, at) => (MARK.test(line) ? [`${file}:${at + 1}: a mark of a merge conflict`] : []));
}

const folder = process.argv[2] ?? root;
const found = trackedIn(folder).flatMap((file) => marksIn(folder, file));
for (const line of found) console.error(line);
process.exitCode = found.length === 0 ? 0 : 1;
