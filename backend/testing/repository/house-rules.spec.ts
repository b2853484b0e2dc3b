import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const script = join(__dirname, '../../../scripts/house-rules.mjs');

/** Returns the output of the check for a repository with these files: one line for each fault. */
function faultsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-rules-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    const lines = stderr.trim().split('\n').filter(Boolean);
    expect(status).toBe(lines.length === 0 ? 0 : 1);
    return lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the house rules', () => {
  it('find waits, and time limits that do not scale with a slow machine', () => {
    const faults = faultsOf({
      'backend/src/a.spec.ts': [
        "import { setTimeout as pause } from 'node:timers/promises';",
        'jest.setTimeout(2000);',
        "it('ends', async () => { await pause(10); }, 1000);",
        'beforeAll(work, 5_000);',
        'const wait = () => new Promise((resolve) => setTimeout(resolve, 300));',
        'const ms = performance.now() - began;',
        'expect(ms).toBeLessThan(400);',
        'expect(Date.now() - began).toBeLessThanOrEqual(400);',
        'await until(() => Date.now() > end);',
      ].join('\n'),
    });
    expect(faults.map((line) => line.split(': ')[0])).toEqual(
      [2, 3, 4, 3, 5, 9, 7, 8].map((line) => `backend/src/a.spec.ts:${line}`),
    );
    expect(faults[0]).toContain('scaledTimeout(…)');
    expect(faults[3]).toContain('until(…)');
  });

  it('allow scaled limits, turns of the event loop, fake clocks, and waits with a reason', () => {
    const text = [
      'jest.setTimeout(scaledTimeout(2000));',
      "it('ends', async () => work(1000), scaledTimeout(1000));",
      "it.each([1, 2])('counts %i', (n) => expect(n).toBeLessThan(3));",
      'await new Promise((resolve) => setTimeout(resolve));',
      'expect(Date.now() - began).toBeLessThan(scaledTimeout(400));',
      '// Allowed: that nothing comes shows only in time.',
      'await new Promise((resolve) => setTimeout(resolve, 100));',
    ].join('\n');
    const fake = 'jest.useFakeTimers();\nnew Promise((resolve) => setTimeout(resolve, 100));';
    const later = 'await new Promise((resolve) => setTimeout(resolve, 100));';
    expect(
      faultsOf({
        'backend/src/a.spec.ts': text,
        'frontend/src/b.spec.tsx': fake,
        'backend/src/testing/c.ts': later,
      }),
    ).toEqual([]);
  });

  it('find clocks and random numbers in pure code', () => {
    const text =
      'export const at = () => [Date.now(), new Date(), Math.random(), new Date(0), Date.parse(given)];';
    const faults = faultsOf({
      'backend/src/nda/decide/sign.ts': text,
      'backend/src/payments/rules/due.ts': text,
      'backend/src/withdrawals/model/at.ts': text,
      'backend/src/nda/testing/given.ts': text,
      'backend/src/payments/pay.ts': text,
    });
    const calls = ['Date.now()', 'new Date()', 'Math.random()'];
    expect(faults.map((line) => line.split(' in pure code')[0])).toEqual(
      ['sign.ts', 'due.ts', 'at.ts'].flatMap((name) =>
        calls.map((call) => expect.stringContaining(`${name}:1: ${call}`)),
      ),
    );
  });

  it('find sentences on a screen that are not in a file of texts', () => {
    const faults = faultsOf({
      'frontend/src/features/a.tsx': [
        'export const A = () => (',
        '  <section aria-label="Your data" className="page width">',
        '    <p>Costs 1.99 euros today</p>',
        "    <p>{'Two words'}</p>",
        '    <Field label={`Your name`} name="first name" />',
        "    <p>{t('a.b')}, {NAME}</p>",
        '    {/* Allowed: a name of the law, in every language. */}',
        '    <p>Lorem ipsum</p>',
        '  </section>',
        ');',
      ].join('\n'),
    });
    expect(faults.map((line) => line.split(': ')[0])).toEqual(
      [2, 3, 4, 5].map((line) => `frontend/src/features/a.tsx:${line}`),
    );
    expect(faults[1]).toContain("'Costs 1.99 euros today' is read on a screen: write it into");
  });

  it('find the console in the backend, except in programs that print', () => {
    const text = "export const tell = () => console.warn('a password');";
    const faults = faultsOf({
      'backend/src/admin/a.ts': text,
      'backend/src/cli/a.main.ts': text,
      'backend/src/testing/a.ts': text,
      'frontend/src/a.ts': text,
    });
    expect(faults).toEqual([
      expect.stringContaining('backend/src/admin/a.ts:1: console.warn in the backend: write to the logger'),
    ]);
  });

  it('find look-ups of a member whose name can be any text', () => {
    const text = [
      'declare const name: string;',
      "const TYPES = { 'robots.txt': 'text/plain' } as const;",
      'const words: Record<string, string> = {};',
      'type Known = keyof typeof TYPES;',
      'export const a = name in TYPES;',
      'export const b = words[name];',
      'export const c = TYPES[name as Known];',
      'export const d: unknown = Reflect.get(words, name);',
      'export const { [name]: e } = words;',
      "export const f = 'constructor' in words;",
      "export const g = Object.hasOwn(words, 'other') ? words[name] : undefined;",
      "export const h = Object.hasOwn(words, name) ? '' : words[name];",
      'export const i = <N extends string>(one: N) => words[one];',
      'words[name] = name;',
      'export const j = Object.hasOwn(words, name) || words[name];',
    ].join('\n');
    const faults = faultsOf({
      'backend/src/http/a.ts': text,
      'backend/src/http/a.spec.ts': text,
      'backend/src/testing/a.ts': text,
    });
    expect(faults.map((line) => line.split(': ')[0])).toEqual(
      [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((line) => `backend/src/http/a.ts:${line}`),
    );
    expect(faults[0]).toContain('name in TYPES: a name that somebody sent');
    expect(faults[0]).toContain('use ownMember(…) or isOwnName(…) of contracts/src/own-members.ts');
  });

  it('allow look-ups of names that the compiler knows, and of names that the object has', () => {
    const text = [
      'declare const name: string;',
      'declare const error: object;',
      "const TYPES = { 'robots.txt': 'text/plain' } as const;",
      'type Known = keyof typeof TYPES;',
      'declare const known: Known;',
      'const words: Record<string, string> = {};',
      'declare const list: readonly string[];',
      'const isOwn = (one: string): one is Known => Object.hasOwn(TYPES, one);',
      'export const a = isOwn(name) ? TYPES[name] : TYPES[known];',
      'export const b = Object.hasOwn(words, name) ? words[name] : undefined;',
      'export const c = Object.hasOwn(TYPES, name) && list.length > 0 && TYPES[name as Known];',
      "export const d = 'code' in error ? error.code : words['other'];",
      'export const e = list[list.length - 1];',
      'export const f = <N extends Known>(one: N, of: Record<N, number>) => of[one];',
      'export const g = new Map([[name, 1]]).get(name);',
      '// Allowed: the names of the columns are in code.',
      'export const h = words[name];',
    ].join('\n');
    expect(faultsOf({ 'backend/src/http/a.ts': text })).toEqual([]);
  });

  it('find a library that parses ASN.1 without limits, except in the module that sets them', () => {
    const text = 'export const read = (der) => [Certificate.fromBER(der), extension.parsedValue];';
    const faults = faultsOf({
      'backend/src/pades/a.ts': text,
      'backend/src/pades/read-asn1.ts': text,
      'backend/src/pades/a.spec.ts': text,
      'backend/src/pades/testing/a.ts': text,
      'backend/src/pades/b.ts': 'export const made = new CertBag({ parsedValue: certificate });',
    });
    expect(faults).toEqual([
      expect.stringContaining('backend/src/pades/a.ts:1: fromBER parses ASN.1 without limits'),
      expect.stringContaining('backend/src/pades/a.ts:1: parsedValue parses ASN.1 without limits'),
    ]);
  });

  it('find a doc comment that belongs to no code', () => {
    const faults = faultsOf({
      'contracts/src/a.ts': '/** The whole file. */\n\n/** One. */\nexport const one = 1;\n',
      'contracts/src/b.ts': '// The whole file.\n\n/** One. */\nexport const one = 1;\n',
    });
    expect(faults).toEqual([expect.stringContaining('contracts/src/a.ts:1: a doc comment before another')]);
  });
});
