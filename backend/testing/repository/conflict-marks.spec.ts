import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = join(__dirname, '../../../scripts/conflict-marks.mjs');

/** Runs the same script as `npm run check`. */
describe('the check for marks of a merge conflict', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'siegel-marks-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (path: string, ...lines: readonly string[]): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
  };
  const check = (): { status: number | null; lines: string[] } => {
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    return { status, lines: stderr.trim().split('\n').filter(Boolean) };
  };
  const mark = (sign: string): string => sign.repeat(7);

  it.each(['with git', 'without it'])('names file and line of each mark, %s', (how) => {
    write('page.md', 'Heading', mark('='), 'text');
    write('a.ts', `const a = "${mark('<')} b";`);
    expect(check()).toEqual({ status: 0, lines: [] });
    write('page.md', `${mark('<')} HEAD`, 'one', mark('|'), mark('='), 'other', `${mark('>')} branch`);
    write('node_modules/p/a.md', `${mark('<')} HEAD`);
    if (how === 'with git') {
      execFileSync('git', ['init', '-q'], { cwd: folder });
      execFileSync('git', ['add', 'page.md', 'a.ts'], { cwd: folder });
    }
    const at = (line: number): string => `page.md:${line}: a mark of a merge conflict`;
    expect(check()).toEqual({ status: 1, lines: [at(1), at(3), at(6)] });
  });
});
