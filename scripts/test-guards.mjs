// npm run test:guards [-- <word>…]: takes each guard of hash chain, checkpoints, evidence, consent and money away
// (guards.json), in a copy of the repository, and runs the specs that must fail then: as far as `npm test` runs them. A
// guard that none of them misses has survived. With words only guards whose sentence or file holds one of them.
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

/** What the specs need of the repository, where it may be changed. */
function copyOfRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-guards-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Started by root, PostgreSQL is another user.
  chmodSync(folder, 0o755);
  for (const path of [...COPIED, ...SINGLE]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  for (const path of LINKED) symlinkSync(join(root, path), join(folder, path));
  mkdirSync(join(folder, 'tmp'));
  return folder;
}

/** Milliseconds on an idle machine after which a test hangs: without its guard many a one waits in vain. */
const TEST_HANGS_MS = '30000';
/** Milliseconds on an idle machine after which a run is ended: without its guard code may run round in a circle. */
const RUN_HANGS_MS = 240_000;
/** As many at once as the smallest machine has cores. */
const AT_ONCE = 2;

/**
 * Runs specs of a copy until the first test fails.
 * @returns which test failed, or why the run did not come to its end; nothing where all passed
 */
async function firstFailure(folder, specs) {
  const [report, failure] = ['report.json', 'failure'].map((name) => join(folder, name));
  for (const path of [report, failure]) rmSync(path, { force: true });
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const words = [...specs, '--json', `--outputFile=${report}`, '--silent', '--maxWorkers=1', '--forceExit'];
  const reporter = `--reporters=${join(folder, 'jest/first-failure.cjs')}`;
  // The folder for temporary files is the copy's: a run that is ended early tidies nothing.
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
  // What cannot be loaded proves nothing.
  if (numRuntimeErrorTestSuites > 0 || numPassedTests === 0)
    throw new Error(`${specs.join(' and ')} could not be run.`);
}

async function withoutGuard(folder, { file, specs, from, to }) {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`${file}: guards.json names a text that is not there once.`);
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

/** Does some work in each of the copies, one piece after the other and as many at once as there are copies. */
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
  const copies = Array.from({ length: AT_ONCE }, copyOfRepository);
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
