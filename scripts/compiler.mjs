// npm run typecheck [-- <project> …]: compiles what changed, of all projects, or of those that are named and of what
// they stand on.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './processes.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Below the repository. */
export const COMPILER = 'node_modules/@typescript/native/bin/tsc';

/** What the compiler notes of each project, so that it need not look at what did not change. */
const NOTES = [
  'contracts/tsconfig.tsbuildinfo',
  'backend/tsconfig.tsbuildinfo',
  'backend/dist/testing/tsconfig.tsbuildinfo',
  'backend/dist/bench/tsconfig.tsbuildinfo',
  '.cache/specs.tsbuildinfo',
  '.cache/frontend-types/tsconfig.tsbuildinfo',
];

/** @returns undefined where there are none, or half of them */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * JSON modules whose changes the compiler no longer notices. It notes of a new one its text, of one that changed what it
 * declares, and that is the same whatever stands in it (7.0.2; microsoft/TypeScript#64025): a key that is gone then goes
 * unnoticed, and an error that was mended stays.
 */
const unwatched = ({ fileNames, fileInfos }) =>
  fileInfos.filter((info, index) => fileNames[index].endsWith('.json') && info.signature !== undefined);

/** Notes that somebody else left may have missed a change already. */
function distrust(path) {
  const notes = read(path);
  if (notes === undefined || unwatched(notes).length > 0) rmSync(path, { force: true });
}

/** Of each JSON module its text alone is noted again: the next change is one. */
function watchAgain(path) {
  const notes = read(path);
  const modules = notes === undefined ? [] : unwatched(notes);
  if (modules.length === 0) return;
  for (const info of modules) delete info.signature;
  writeFileSync(`${path}.new`, JSON.stringify(notes));
  renameSync(`${path}.new`, path);
}

/**
 * @param projects folders of the repository; by default all
 * @param options `folder`: of the repository; `force`: also what did not change; `loud`: shows what is wrong as it is found
 * @throws Error where something is wrong
 */
export async function compile(projects = [], { folder = root, force = false, loud = false } = {}) {
  const notes = NOTES.map((path) => join(folder, path)).filter((path) => existsSync(path));
  for (const path of notes) distrust(path);
  try {
    const words = ['-b', ...(force ? ['--force'] : []), ...projects];
    await run(process.execPath, [join(root, COMPILER), ...words], { cwd: folder, loud });
  } finally {
    for (const path of NOTES) watchAgain(join(folder, path));
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await compile(process.argv.slice(2), { loud: true }).catch(({ message }) => {
    console.error(message);
    process.exitCode = 1;
  });
