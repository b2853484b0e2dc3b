// Installs and runs the programs that validate the documents.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run } from '../../workspace.mjs';
import { MissingToolChain } from '../missing-tool-chain.mjs';

const here = join(root, 'scripts/external/document');
export const folder = join(root, '.cache/external/document');
const JAVA_FLOOR = 17;
/** The Debian package of each program. */
const PACKAGES = { pdfsig: 'poppler-utils', qpdf: 'qpdf' };
const VERSION_ARGUMENT = { pdfsig: '-v', qpdf: '--version' };

const starts = (program, ...args) => spawnSync(program, args).error === undefined;

/**
 * Runs `work` in a new, empty folder. Does nothing if `work` has already succeeded and `files` still have the
 * same content.
 */
async function unlessInstalled(name, files, work) {
  const place = join(folder, name);
  const stamp = join(place, 'installed.txt');
  const wanted = files.map((file) => readFileSync(join(here, file), 'utf8')).join('\n');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  console.log(`Installing ${name}`);
  try {
    await work(place);
  } catch (error) {
    throw new MissingToolChain(`${name} could not be installed: ${error.message}`);
  }
  writeFileSync(stamp, wanted);
}

function requireJava() {
  const compiler = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  const version = Number(/javac (\d+)/.exec(`${compiler.stdout}${compiler.stderr}`)?.[1] ?? 0);
  if (version < JAVA_FLOOR || !starts('mvn', '--version'))
    throw new MissingToolChain(`needs a JDK of Java ${JAVA_FLOOR} or newer, and Maven`);
}

const buildJava = (name, main) =>
  unlessInstalled(name, [`${name}/pom.xml`, `${name}/${main}.java`], () =>
    run('mvn', ['-B', '-q', '-f', join(here, name, 'pom.xml'), 'compile', 'dependency:copy-dependencies']),
  );

/** Runs the Java class that was built with a pom.xml. @returns the class's output */
export function runJava(name, main, args) {
  const place = join(folder, name);
  const path = [join(place, 'classes'), join(place, 'dependency/*')].join(delimiter);
  return run('java', ['-cp', path, main, ...args]);
}

/** Runs the script that calls pyHanko. @returns its output */
export const runPyhanko = (args) =>
  run(join(folder, 'pyhanko/bin/python'), [join(here, 'check.py'), ...args]);

async function installPyhanko() {
  const isNewEnough = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  const python = ['python3', 'python'].find((name) => spawnSync(name, ['-c', isNewEnough]).status === 0);
  if (python === undefined) throw new MissingToolChain('needs Python 3.10 or newer with venv');
  await unlessInstalled('pyhanko', ['requirements.txt'], async (place) => {
    await run(python, ['-m', 'venv', place]);
    const requirements = join(here, 'requirements.txt');
    await run(join(place, 'bin/pip'), ['install', '--quiet', '--requirement', requirements]);
  });
}

async function installPackages() {
  const missing = Object.keys(PACKAGES).filter((program) => !starts(program, VERSION_ARGUMENT[program]));
  if (missing.length === 0) return;
  const packages = missing.map((program) => PACKAGES[program]);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new MissingToolChain(`needs ${missing.join(' and ')}, of Debian's ${packages.join(' and ')}`);
  console.log(`Installing ${packages.join(' and ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
  } catch (error) {
    throw new MissingToolChain(`${packages.join(' and ')} could not be installed: ${error.message}`);
  }
}

/** @throws MissingToolChain */
export async function installTools() {
  requireJava();
  await installPyhanko();
  await installPackages();
  await buildJava('verapdf', 'VeraPdf');
  await buildJava('dss', 'Dss');
}
