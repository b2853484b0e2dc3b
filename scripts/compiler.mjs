// npm run typecheck [-- <project> …]: compiles the changed files of all projects, or of the named projects
// and their dependencies. Unlike `npx tsc -b`, this command also corrects the compiler's incremental state of
// JSON modules (`unwatched`).
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './processes.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path below the root of the repository. */
export const COMPILER = 'node_modules/@typescript/native/bin/tsc';

/**
 * Files with the compiler's incremental state, one for each project. With this state, the compiler skips
 * unchanged files.
 */
const STATE_FILES = [
  'contracts/tsconfig.tsbuildinfo',
  'backend/tsconfig.tsbuildinfo',
  'backend/dist/testing/tsconfig.tsbuildinfo',
  'backend/dist/bench/tsconfig.tsbuildinfo',
  '.cache/specs.tsbuildinfo',
  '.cache/frontend-types/tsconfig.tsbuildinfo',
];

/** @returns undefined if the file is missing or incomplete */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Returns the JSON modules whose changes the compiler no longer notices. When a module is new, the compiler
 * stores a hash of its text. After the first change, the compiler stores the declared shape instead, which
 * does not depend on the module's content (7.0.2; microsoft/TypeScript#64025). From then on, the compiler
 * does not notice that a key was removed, and keeps reporting an error that was fixed. In November 2026,
 * 7.0.2 is the newest release, and the author of the issue saw the same fault in a nightly version of 7.1.
 * Once a release does not have the fault, the functions below can be removed. Keep compiler.spec.ts, which
 * changes a text several times with the installed compiler.
 *
 * Rejected alternatives:
 * - TypeScript 6: it takes several times as long.
 * - Deleting the state whenever a text has changed: one changed word would compile the whole frontend.
 * - Deleting the state only if it contains an error: removed keys would still go unnoticed.
 * - A generated declaration file with the keys: it adds a step after every change of a text.
 */
const unwatched = ({ fileNames, fileInfos }) =>
  fileInfos.filter((info, index) => fileNames[index].endsWith('.json') && info.signature !== undefined);

/**
 * Deletes the state that another run of the compiler left, if the state is unreadable or contains JSON
 * modules whose changes the compiler would not notice.
 */
function dropIfUnwatched(path) {
  const state = read(path);
  if (state === undefined || unwatched(state).length > 0) rmSync(path, { force: true });
}

/**
 * Removes the declared shapes of JSON modules from the state, so that the next run compares the modules'
 * texts.
 */
function watchAgain(path) {
  const state = read(path);
  const modules = state === undefined ? [] : unwatched(state);
  if (modules.length === 0) return;
  for (const info of modules) delete info.signature;
  writeFileSync(`${path}.new`, JSON.stringify(state));
  renameSync(`${path}.new`, path);
}

/**
 * @param projects folders of the repository; by default all
 * @param options `folder`: root of the repository; `force`: also compiles unchanged files; `loud`: prints
 *   errors as they are found
 * @throws Error if the compiler reports an error
 */
export async function compile(projects = [], { folder = root, force = false, loud = false } = {}) {
  const existing = STATE_FILES.map((path) => join(folder, path)).filter((path) => existsSync(path));
  for (const path of existing) dropIfUnwatched(path);
  try {
    const words = ['-b', ...(force ? ['--force'] : []), ...projects];
    await run(process.execPath, [join(root, COMPILER), ...words], { cwd: folder, loud });
  } finally {
    for (const path of STATE_FILES) watchAgain(join(folder, path));
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await compile(process.argv.slice(2), { loud: true }).catch(({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });
