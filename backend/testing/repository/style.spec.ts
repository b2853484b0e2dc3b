import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The path of a document in the tests' own repository. */
const PAGE = ['docs', 'page.md'].join('/');

const script = join(__dirname, '../../../scripts/style.mjs');

/** `npm run check` runs the same script on this repository. */
describe('the check of changed prose', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'siegel-style-'));
    git('init', '-q');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const git = (...words: readonly string[]): void => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    execFileSync('git', [...identity, ...words], { cwd: folder });
  };
  const write = (path: string, ...lines: readonly string[]): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
  };
  const commit = (): void => {
    git('add', '.');
    git('commit', '-q', '-m', 'a step');
  };
  const places = (): string[] => {
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    const lines = stderr.trim().split('\n').filter(Boolean);
    expect(status).toBe(lines.length === 0 ? 0 : 1);
    return lines.map((line) => line.split(': ')[0] ?? '');
  };
  /** Makes a repository with old prose, and then adds `docs/style.md` to it. */
  const withPage = (): void => {
    write('a.ts', '// Of an erased one nothing is told.', 'export const a = 1;');
    commit();
    write('docs/style.md', '# Style');
    commit();
  };

  it('ignores lines that are older than the page', () => {
    withPage();
    expect(places()).toEqual([]);
  });

  it('names added lines, committed or not, and the page', () => {
    withPage();
    write(
      'a.ts',
      '// Of an erased one nothing is told.',
      'export const a = 1;',
      '/** Whoever has the link. */',
    );
    commit();
    write(PAGE, 'A row is looked at once.');
    git('add', '-N', '.');
    expect(places()).toEqual(['a.ts:3', `${PAGE}:1`]);
    const { stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    expect(stderr).toContain("instead of 'whoever' (docs/style.md)");
  });

  it.each([
    ['a comment', '// What stands in the log is read.', 2],
    ['a comment behind code', 'run(); // the worker is told', 1],
    ['the title of a test', "it('asks whoever is there', () => {});", 1],
    ['code', 'const whoever = told;', 0],
    ['a text', "const text = 'whoever';", 0],
    ['a quotation in a comment', "// The API says 'whoever' and `anew` there.", 0],
    ['a possessive', "// The journal's reader and the store's writer are told anew.", 2],
    ['a clause in the place of a noun', '// Whatever is left in the queue expires.', 1],
    ['plain sentences', '// The rest expires. Anyone with the link can read it.', 0],
  ])('reads %s', (_, line, count) => {
    withPage();
    write('b.ts', line);
    git('add', '-N', '.');
    expect(places()).toHaveLength(count);
  });

  it('accepts a phrase whose reason is given on the line above', () => {
    withPage();
    write('b.ts', '// Allowed: a quotation of the law', '// Whoever signs, is bound.');
    git('add', '-N', '.');
    expect(places()).toEqual([]);
  });

  it('does not count the lines of a file that was moved', () => {
    withPage();
    git('mv', 'a.ts', 'c.ts');
    commit();
    expect(places()).toEqual([]);
  });
});
