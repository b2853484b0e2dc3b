// A lock for one clone of the repository. Builds, checks and tests share the build output, the compiler's
// state and the reports, so only one command may run at a time. Another command waits, and prints the name of
// the command for which it waits. The lock is a file that names the process that holds it. If that process
// was killed, its lock is removed.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { birthOf, isAlive } from './process-table.mjs';
import { atTheEnd } from './processes.mjs';

const POLL_MS = 200;
/**
 * Age in milliseconds from which an incomplete lock file counts as abandoned. Writing a lock file never takes
 * this long.
 */
const WRITE_MS = 10_000;
/** Environment variable that contains the lock file's path if an ancestor of this process holds the lock. */
const HELD_VARIABLE = 'SIEGEL_TURN';

/** Creates the lock file. @returns false if it exists */
function create(path, text) {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    rmSync(path, { force: true });
    throw error;
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** @returns the holder of the lock; undefined while the file is being written or removed */
function holderIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const age = (path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

const isGone = (holder, path) =>
  holder === undefined ? age(path) > WRITE_MS : !isAlive(holder.pid) || birthOf(holder.pid) !== holder.birth;

/**
 * Removes the lock file of a killed process. If another process has removed that file first, the file that is
 * now at this path may be a new lock. A new lock is put back.
 */
function removeStale(path, text) {
  const apart = `${path}.${process.pid}`;
  try {
    renameSync(path, apart);
  } catch {
    return;
  }
  const found = read(apart);
  if (found !== text) create(path, found);
  rmSync(apart, { force: true });
}

/**
 * Waits until no other process holds the lock, and takes the lock. Child processes of this process share the
 * lock.
 * @param path of the lock file, in the clone
 * @param name shown to the processes that wait
 * @returns a function that releases the lock; the lock is also released when the command ends
 */
export async function takeTurn(path, name, say) {
  if (process.env[HELD_VARIABLE] === path) return () => {};
  mkdirSync(dirname(path), { recursive: true });
  const own = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid), name });
  for (let reported; !create(path, own); ) {
    const text = read(path);
    const holder = holderIn(text);
    if (isGone(holder, path)) {
      removeStale(path, text);
      continue;
    }
    if (holder !== undefined && reported !== text) {
      say(`Waiting for ${holder.name} (process ${holder.pid}), which is running in this clone`);
      reported = text;
    }
    await pause(POLL_MS);
  }
  process.env[HELD_VARIABLE] = path;
  const release = () => {
    if (process.env[HELD_VARIABLE] !== path) return;
    delete process.env[HELD_VARIABLE];
    rmSync(path, { force: true });
  };
  const forget = atTheEnd(release);
  return () => {
    forget();
    release();
  };
}
