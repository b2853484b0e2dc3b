// npm run test:guards [-- <word>…]: mutation tests. They remove each guard of guards.json (hash chain,
// checkpoints, evidence, consent, money) from a copy of the repository, one guard at a time. Then they run
// the specs that must now fail, in the tier of `npm test`. A guard survives if no spec fails without it. If
// words are given, only guards whose sentence or file contains one of the words are removed.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { start } from './processes.mjs';
import { timeFactor } from './time-factor.mjs';
import { buildBackend, install, requireNode, root } from './workspace.mjs';

const COPIED = [
  'contracts/src',
  'contracts/package.json',
  'backend/src',
  'backend/testing',
  'backend/bench',
  'jest',
  'scripts',
  'docs',
];
const LINKED = ['node_modules', 'backend/node_modules', 'backend/dist', 'contracts/dist'];
const SINGLE = [
  'package.json',
  'tsconfig.base.json',
  'backend/package.json',
  'backend/jest.config.mjs',
  'backend/tsconfig.json',
];

/** Copies the part of the repository that the specs need, so that it may be changed. */
function copyOfRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-guards-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // If root runs the tests, PostgreSQL runs as another user and must be able to enter this folder.
  chmodSync(folder, 0o755);
  for (const path of [...COPIED, ...SINGLE]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  for (const path of LINKED) symlinkSync(join(root, path), join(folder, path));
  mkdirSync(join(folder, 'tmp'));
  return folder;
}

/**
 * Milliseconds after which a test is stopped as hanging, on an idle machine. Without a guard, many tests wait
 * forever.
 */
const TEST_HANGS_MS = '30000';
/**
 * Milliseconds after which a run is stopped, on an idle machine. Without a guard, code may loop endlessly.
 */
const RUN_HANGS_MS = 240_000;
/**
 * Number of guards that are tested at the same time. The smallest machine that runs the tests has two cores.
 */
const CONCURRENCY = 2;

/**
 * Runs specs in a copy of the repository until the first test fails.
 * @returns the name of the failed test, or a note that the run did not end; undefined if all tests passed
 */
async function firstFailure(folder, specs) {
  const [report, failure] = ['report.json', 'failure'].map((name) => join(folder, name));
  for (const path of [report, failure]) rmSync(path, { force: true });
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const words = [...specs, '--json', `--outputFile=${report}`, '--silent', '--maxWorkers=1', '--forceExit'];
  const reporter = `--reporters=${join(folder, 'jest/first-failure.cjs')}`;
  // Temporary files are created in the copy, because a run that is stopped early does not delete them.
  const env = { ...process.env, TEST_TIER: 'short', TEST_HANGS_MS, FIRST_FAILURE: failure };
  env.TMPDIR = join(folder, 'tmp');
  const run = start(process.execPath, [jest, ...words, reporter], {
    cwd: join(folder, 'backend'),
    env,
    stdio: 'ignore',
  });
  const limit = setTimeout(() => run.stop(), RUN_HANGS_MS * timeFactor());
  await run.exited;
  clearTimeout(limit);
  rmSync(env.TMPDIR, { recursive: true, force: true });
  mkdirSync(env.TMPDIR);
  if (existsSync(failure)) return readFileSync(failure, 'utf8');
  if (!existsSync(report)) return 'the run did not end';
  const { numPassedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  // A suite that cannot be loaded does not show whether the guard is tested.
  if (numRuntimeErrorTestSuites > 0 || numPassedTests === 0)
    throw new Error(`${specs.join(' and ')} could not be run.`);
}

async function withoutGuard(folder, { file, specs, from, to }) {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`${file}: the text that guards.json names must be there exactly once.`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    return await firstFailure(folder, specs);
  } finally {
    writeFileSync(path, source);
  }
}

/** Distributes the pieces of work among the copies. Each copy does one piece at a time. */
async function inCopies(copies, pieces, work) {
  const left = [...pieces];
  const next = async (folder) => {
    for (let piece = left.shift(); piece !== undefined; piece = left.shift()) await work(folder, piece);
  };
  await Promise.all(copies.map(next));
}

requireNode();
const words = process.argv.slice(2);
const all = JSON.parse(readFileSync(join(root, 'scripts/guards.json'), 'utf8')).flatMap(
  ({ file, specs, guards }) => guards.map((one) => ({ file, specs, ...one })),
);
const wanted = all.filter(
  ({ file, guard }) =>
    words.length === 0 || words.some((word) => file.includes(word) || guard.includes(word)),
);
const survived = [];
const unclear = [];

async function judge(folder, one) {
  const name = `${one.file}: ${one.guard}`;
  try {
    const failure = await withoutGuard(folder, one);
    console.log(failure === undefined ? `SURVIVED ${name}` : `missed   ${name} (${failure.split('\n')[0]})`);
    if (failure === undefined) survived.push(name);
  } catch (error) {
    console.log(`UNCLEAR  ${name}: ${error.message}`);
    unclear.push(name);
  }
}

try {
  await install(console.log);
  await buildBackend(console.log);
  const copies = Array.from({ length: CONCURRENCY }, copyOfRepository);
  const groups = new Map(wanted.map(({ specs }) => [specs.join(), specs])).values();
  await inCopies(copies, groups, async (folder, specs) => {
    const failure = await firstFailure(folder, specs);
    if (failure !== undefined)
      throw new Error(`${specs.join(' and ')} must pass with all guards in place: ${failure}`);
  });
  await inCopies(copies, wanted, judge);
  const missed = wanted.length - survived.length - unclear.length;
  console.log(`${missed} of ${wanted.length} guards are missed by a test`);
  for (const name of survived) console.log(`SURVIVED ${name}`);
  for (const name of unclear) console.log(`UNCLEAR  ${name}`);
  process.exitCode = missed === wanted.length && wanted.length > 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
