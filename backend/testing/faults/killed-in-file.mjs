// Loaded into a program with `--import`. The program dies when it appends to a file of this name (`?file=`).
// It dies before the first byte is written (`?moment=before`), after half of the text (`half`), or after the
// whole text (`whole`).
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

const { searchParams } = new URL(import.meta.url);
const [file, moment] = [searchParams.get('file'), searchParams.get('moment')];
const SHARE = { before: 0, half: 0.5, whole: 1 };

/**
 * Writes the part of the text that `moment` selects. Then kills the program as `kill -9` does, so that no
 * further code of the program runs.
 */
async function dieIn(text, append) {
  const some = text.slice(0, Math.ceil(text.length * SHARE[moment]));
  if (some !== '') await append(some);
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

const isIt = (path) => typeof path === 'string' && basename(path) === file;

const { open, appendFile } = fs;
fs.appendFile = (path, text, ...rest) =>
  isIt(path) ? dieIn(text, (some) => appendFile(path, some, ...rest)) : appendFile(path, text, ...rest);
fs.open = async (path, ...rest) => {
  const handle = await open(path, ...rest);
  if (!isIt(path)) return handle;
  const append = handle.appendFile.bind(handle);
  handle.appendFile = (text) => dieIn(text, append);
  return handle;
};
syncBuiltinESMExports();
