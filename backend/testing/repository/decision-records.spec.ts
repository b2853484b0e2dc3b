import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importOf, runScript } from './script.js';

const RECORDS = 'docs/decisions';

/**
 * Returns a decision record that has all required parts. `relations` are additional lines below the record's
 * date.
 */
const record = (number: number, ...relations: readonly string[]): string =>
  [
    `# ${number}. Title`,
    'Status: accepted\nDate: 2026-11-21',
    ...relations,
    ...['Context', 'Decision', 'Alternatives considered', 'Consequences'].map((part) => `## ${part}`),
  ].join('\n\n');

/** Returns the problems that `npm run check` reports for these records. */
async function problemsOf(records: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'siegel-records-'));
  try {
    mkdirSync(join(folder, RECORDS), { recursive: true });
    for (const [index, text] of records.entries())
      writeFileSync(join(folder, RECORDS, `000${index + 1}-title.md`), text);
    const script = runScript(
      `${importOf('recordProblems', 'decision-records.mjs')} console.log(JSON.stringify(recordProblems(${JSON.stringify(folder)})));`,
    );
    await script.exited;
    return JSON.parse(script.output()) as readonly string[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the check of the decision records', () => {
  it.each([
    ['Amends', 'Amended by'],
    ['Supersedes', 'Superseded by'],
  ])('accepts "%s" only with its counterpart, in both directions', async (later, earlier) => {
    const link = (kind: string, number: number): string =>
      `- ${kind} [decision ${number}](000${number}-title.md).`;
    const must = (number: number, kind: string, other: number): string =>
      `${RECORDS}/000${other}-title.md: decision ${number} must say '${kind} [decision ${other}](000${other}-title.md)' below its date`;
    expect(await problemsOf([record(1, link(earlier, 2)), record(2, link(later, 1))])).toEqual([]);
    expect(await problemsOf([record(1), record(2, link(later, 1))])).toEqual([must(1, earlier, 2)]);
    expect(await problemsOf([record(1, link(earlier, 2)), record(2)])).toEqual([must(2, later, 1)]);
  });

  it('requires numbers without gaps and all parts, unless the record has moved to code', async () => {
    const moved = '# 1. Title\n\nStatus: moved to the comments of [a.ts](../../a.ts)\nDate: 2026-11-21\n';
    expect(await problemsOf([moved, record(3)])).toEqual([
      `${RECORDS}/0002-title.md: should have the number 2`,
    ]);
    expect(await problemsOf(['# 1. Title\n\nStatus: accepted\nDate: 2026-11-21\n'])).toHaveLength(4);
  });
});
