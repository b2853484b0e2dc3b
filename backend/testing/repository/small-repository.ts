import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../../..');
/** Path of the source from which the small repository's program is built. */
export const SOURCE = 'backend/src/main.ts';

/**
 * A stand-in for the compiler. It creates a program that prints its own source. It also creates a
 * `backend/dist/main.js`, which loads the service that is built in the real repository.
 */
const COMPILER = `
const { cpSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const source = readFileSync('${SOURCE}', 'utf8');
if (source.includes('wrong')) throw new Error('the source is wrong');
for (const folder of ['contracts/dist', 'backend/dist/cli']) mkdirSync(folder, { recursive: true });
writeFileSync('backend/dist/cli/siegel.main.js', 'console.log(' + JSON.stringify('made of ' + source) + ')');
writeFileSync('backend/dist/cli/main.js', 'import "../bundle/siegel.main.js";');
writeFileSync('backend/dist/main.js', 'import ${JSON.stringify(`file://${join(ROOT, 'backend/dist/main.js')}`)};');
`;
/**
 * A stand-in for the bundler. The files that it creates contain the value of NODE_ENV. Our script passes its
 * environment on to the bundler, because the bundler is a program of the small repository.
 */
const BUNDLER = `
const { mkdirSync, writeFileSync } = require('node:fs');
const { env } = require('node:process');
const [folder, file] = process.argv.includes('--ssr') ? ['documents', 'pages.js'] : ['client/.vite', 'manifest.json'];
mkdirSync('dist/' + folder, { recursive: true });
writeFileSync('dist/' + folder + '/' + file, env.NODE_ENV);
`;

/** A stand-in for the backend's bundler. Each file that it creates only imports the input file. */
const PACKER = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
export const rolldown = async ({ input }) => ({
  write: async ({ dir }) => {
    mkdirSync(dir, { recursive: true });
    for (const [name, path] of Object.entries(input))
      writeFileSync(dir + '/' + name + '.js', 'import ' + JSON.stringify(pathToFileURL(path).href) + ';');
  },
  close: async () => {},
});
`;

export interface SmallRepository {
  readonly folder: string;
  write(path: string, content: string): Promise<void>;
  read(path: string): Promise<string>;
  /** Deletes everything except the sources, as in a fresh clone. */
  clean(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates a clone without installed packages, but with our own scripts and a lock file. Local packages
 * replace the packages that builds need, so that no registry is necessary.
 */
export async function smallRepository(): Promise<SmallRepository> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'siegel small-')));
  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as object;
  await cp(join(ROOT, 'scripts'), join(folder, 'scripts'), { recursive: true });
  await cp(join(ROOT, '.npmrc'), join(folder, '.npmrc'));
  const files: Record<string, string> = {
    'package.json': JSON.stringify({
      ...manifest,
      devDependencies: {
        '@typescript/native': 'file:./tools/compiler',
        vite: 'file:./tools/bundler',
        rolldown: 'file:./tools/packer',
      },
    }),
    'contracts/package.json': '{"name":"contracts","version":"1.0.0"}',
    'backend/package.json': '{"name":"backend","version":"1.0.0","type":"module"}',
    'frontend/package.json': '{"name":"frontend","version":"1.0.0"}',
    'tools/compiler/package.json': '{"name":"@typescript/native","version":"1.0.0"}',
    'tools/compiler/bin/tsc': COMPILER,
    'tools/bundler/package.json': '{"name":"vite","version":"1.0.0"}',
    'tools/bundler/bin/vite.js': BUNDLER,
    'tools/packer/package.json':
      '{"name":"rolldown","version":"1.0.0","type":"module","exports":"./packer.js"}',
    'tools/packer/packer.js': PACKER,
    [SOURCE]: 'first',
  };
  for (const [path, content] of Object.entries(files)) await write(path, content);
  const lock = ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', lock, { cwd: folder, env: { ...process.env, HOME: folder } });
  return {
    folder,
    write,
    read: (path) => readFile(join(folder, path), 'utf8'),
    clean: async () => {
      for (const made of ['node_modules', '.cache', 'backend/dist', 'contracts/dist', 'frontend/dist'])
        await rm(join(folder, made), { recursive: true, force: true });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
