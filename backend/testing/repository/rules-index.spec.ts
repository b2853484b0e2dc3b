import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SCRIPTS = join(__dirname, '../../../scripts');
const PARTS = 'docs/rules';
const FOUR = ['a', 'b', 'c', 'd'].map((name) => `backend/src/nda/${name}.ts`);
/**
 * Returns a citation of the rule. The function joins the citation from two parts. If the code contained the
 * whole citation, the check of this repository would look for the rule.
 */
const rule = (name: string): string => ['rule', name].join(':');
const CITED = `/** Decides (${rule('one')}). */\n`;

/** Runs the scripts behind `npm run rules` and `npm run check` in a folder with one rule. */
describe('the index of the rules', () => {
  let folder: string;
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const page = (): string => readFileSync(join(folder, 'docs/rules.md'), 'utf8');
  const run = (...words: readonly string[]): { status: number | null; stderr: string } =>
    spawnSync(process.execPath, [join(SCRIPTS, 'rules-index.mjs'), ...words, folder], { encoding: 'utf8' });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'siegel-rules-'));
    write(
      'docs/rules.md',
      '- [First](rules/first.md)\n\n<!-- index: npm run rules writes it -->\n<!-- end of the index -->\n',
    );
    write(
      `${PARTS}/first.md`,
      `# First part\n\n## ${rule('one')}\n\n- Code: [b](../../backend/src/nda/b.ts)\n- Tests: [t](../../backend/src/nda/t.spec.ts)\n`,
    );
    for (const file of [...FOUR, 'backend/src/nda/decide/sign.ts', 'backend/src/nda/u.spec.ts'])
      write(file, CITED);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has a row for each rule: first deciders and linked code, at most three files, then its specs', () => {
    expect(run()).toMatchObject({ status: 0, stderr: '' });
    const [name, code, tests] =
      page()
        .split('\n')
        .find((line) => line.includes('#ruleone'))
        ?.slice(2)
        .split(' | ') ?? [];
    expect(page()).toContain('### First part');
    expect(name).toBe('[one](rules/first.md#ruleone)');
    expect(code?.match(/\[[^\]]*\]|\d more/g)).toEqual([
      '[nda/decide/sign.ts]',
      '[nda/b.ts]',
      '[nda/a.ts]',
      '2 more',
    ]);
    expect(tests).toContain('[nda/t.spec.ts](../backend/src/nda/t.spec.ts), [nda/u.spec.ts]');
  });

  it('is checked without being written, and reported until it is up to date', () => {
    const before = page();
    expect(run('--check')).toMatchObject({
      status: 1,
      stderr: 'docs/rules.md: the index is out of date; run `npm run rules`\n',
    });
    expect(page()).toBe(before);
    run();
    expect(run('--check')).toMatchObject({ status: 0, stderr: '' });
  });

  it('needs its marks, and a list of all parts', () => {
    write(`${PARTS}/second.md`, `# Second part\n\n## ${rule('two')}\n`);
    expect(run().stderr).toBe(`docs/rules.md: list the part ${PARTS}/second.md above the index\n`);
    write('docs/rules.md', '# Rules\n');
    expect(run().stderr).toMatch(/^docs\/rules\.md: the marks of the index are missing: /);
  });
});
