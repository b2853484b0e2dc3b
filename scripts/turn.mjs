// One at a time in a clone: builds, checks and tests share what is built, the compiler's notes and the reports. Who comes
// second waits, and says for whom.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { birthOf, isAlive } from './process-table.mjs';
import { atTheEnd } from './processes.mjs';

const LOOK_MS = 200;
/** Milliseconds that nobody takes to write a note. */
const WRITTEN_MS = 10_000;
/** Names the note of whoever started this process and has the turn. */
const HELD = 'SIEGEL_TURN';

/** @returns whether there was none */
function put(path, text) {
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

/** @returns undefined while it is being written, or taken away */
function holderIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const age = (path) => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

const isGone = (holder, path) =>
  holder === undefined
    ? age(path) > WRITTEN_MS
    : !isAlive(holder.pid) || birthOf(holder.pid) !== holder.birth;

/** The note of one that was killed; where another took it away meanwhile, what lies there now is put back. */
function takeAway(path, text) {
  const apart = `${path}.${process.pid}`;
  try {
    renameSync(path, apart);
  } catch {
    return;
  }
  const found = read(apart);
  if (found !== text) put(path, found);
  rmSync(apart, { force: true });
}

/**
 * Waits until nobody else has the turn; whoever this process starts has it too.
 * @param path of the note, in the clone
 * @param name by which others are told who has it
 * @returns gives it back; given back at the command's end by itself
 */
export async function takeTurn(path, name, say) {
  if (process.env[HELD] === path) return () => {};
  mkdirSync(dirname(path), { recursive: true });
  const own = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid), name });
  for (let told; !put(path, own); ) {
    const text = read(path);
    const holder = holderIn(text);
    if (isGone(holder, path)) {
      takeAway(path, text);
      continue;
    }
    if (holder !== undefined && told !== text) {
      say(`Waiting for ${holder.name} (process ${holder.pid}), which is at work in this clone`);
      told = text;
    }
    await pause(LOOK_MS);
  }
  process.env[HELD] = path;
  const leave = () => {
    if (process.env[HELD] !== path) return;
    delete process.env[HELD];
    rmSync(path, { force: true });
  };
  const forget = atTheEnd(leave);
  return () => {
    forget();
    leave();
  };
}
