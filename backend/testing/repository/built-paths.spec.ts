import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** Matches compiled files in the form in which scripts name them: `backend/dist/app/x.js`. */
const BUILT = /\b(backend|contracts)\/dist\/((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*)\.js\b/g;
/**
 * Matches files of the bundle. A bundled file is made from many sources, so there is no source with its name.
 */
const BUNDLED = /^bundle\//;
/** Folders beside `src` that are compiled into a folder with the same name. */
const BESIDE_SRC = /^(?:testing|bench)\//;

/** Returns the source files that may be compiled into this file. */
const sourcesOf = (workspace: string, path: string): string[] =>
  [workspace === 'backend' && BESIDE_SRC.test(path) ? '' : 'src/', 'src/'].flatMap((folder) =>
    ['ts', 'tsx'].map((extension) => `${workspace}/${folder}${path}.${extension}`),
  );

describe('a compiled file that a script names', () => {
  it('has a source', () => {
    const files = ['scripts', 'docker'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => `${folder}/${file}`),
    );
    const named = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(BUILT)]
        .filter(([, , path = '']) => !BUNDLED.test(path))
        .map(([built, workspace = '', path = '']) => ({ file, built, sources: sourcesOf(workspace, path) })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ sources }) => !sources.some((source) => existsSync(join(root, source))))).toEqual(
      [],
    );
  });
});
