// npm run test:guards [-- <word>…]: takes each guard of hash chain, checkpoints, evidence, consent and money away
// (guards.json), one after the other and in a copy, and runs the specs that must fail then. A guard that none of them
// misses has survived. With words only guards whose sentence or file holds one of them.
import {
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
import { buildBackend, install, requireNode, root } from './workspace.mjs';

const COPIED = ['contracts/src', 'contracts/package.json', 'backend/src', 'jest', 'scripts', 'docs'];
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
  for (const path of [...COPIED, ...SINGLE]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  for (const path of LINKED) symlinkSync(join(root, path), join(folder, path));
  return folder;
}

/** Milliseconds on an idle machine after which a test hangs: without its guard many a one waits in vain. */
const TEST_HANGS_MS = '30000';

/** How many tests passed and failed; suites that could not be loaded prove nothing. */
async function tested(folder, specs) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const words = [...specs, '--json', `--outputFile=${report}`, '--silent', '--maxWorkers=1', '--forceExit'];
  const env = { ...process.env, TEST_HANGS_MS };
  await start(process.execPath, [jest, ...words], { cwd: join(folder, 'backend'), env, stdio: 'ignore' })
    .exited;
  if (!existsSync(report)) throw new Error(`${specs.join(' and ')} could not be run.`);
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  if (numRuntimeErrorTestSuites > 0) throw new Error(`${specs.join(' and ')} could not be run.`);
  return { passed: numPassedTests, failed: numFailedTests };
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
    return await tested(folder, specs);
  } finally {
    writeFileSync(path, source);
  }
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
try {
  await install(console.log);
  await buildBackend(console.log);
  const folder = copyOfRepository();
  for (const specs of new Map(wanted.map((one) => [one.specs.join(), one.specs])).values()) {
    const { passed, failed } = await tested(folder, specs);
    if (failed > 0 || passed === 0)
      throw new Error(`${specs.join(' and ')} must pass with all guards in place.`);
  }
  const survived = [];
  for (const one of wanted) {
    const { failed } = await withoutGuard(folder, one);
    console.log(`${failed > 0 ? 'missed  ' : 'SURVIVED'} ${one.file}: ${one.guard}`);
    if (failed === 0) survived.push(one);
  }
  console.log(`${wanted.length - survived.length} of ${wanted.length} guards are missed by a test`);
  process.exitCode = survived.length === 0 && wanted.length > 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
