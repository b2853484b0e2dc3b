// Checks the decision records: their numbers have no gaps, each record has all parts, and a relation between
// two records is named in both records.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'docs/decisions';
const HEADING = /^# \d+\. \S/m;
const DATE = /^Date: \d{4}-\d{2}-\d{2}$/m;
const PARTS = [
  HEADING,
  /^Status: (accepted|superseded by .+)$/m,
  DATE,
  /^## Context$/m,
  /^## Decision$/m,
  /^## Alternatives considered$/m,
  /^## Consequences$/m,
];
/**
 * A decision about a single function is recorded in that function's comment. The record's page then only
 * links to the comment.
 */
const MOVED = /^Status: moved to the comments of \[/m;
const PARTS_IF_MOVED = [HEADING, MOVED, DATE];

/** Maps each relation to its inverse, which the other record must name. */
const COUNTERPARTS = new Map([
  ['supersedes', 'Superseded by'],
  ['superseded by', 'Supersedes'],
  ['amends', 'Amended by'],
  ['amended by', 'Amends'],
]);
const RELATION = /\b(Supersedes|Superseded by|Amends|Amended by) \[decision (\d+)\]\((\d{4})-/gi;

/**
 * Returns the relations that a record names above its first `##` heading. Each has its kind in lower case and
 * the other record's number.
 */
function relationsOf(text) {
  const [head] = text.split(/^## /m);
  return [...head.matchAll(RELATION)].map(([said, kind, other, file]) => ({
    said,
    kind: kind.toLowerCase(),
    other: Number(other),
    isRight: Number(other) === Number(file),
  }));
}

function formProblems({ name, text, number }) {
  const parts = MOVED.test(text) ? PARTS_IF_MOVED : PARTS;
  const isNumbered =
    name.startsWith(`${String(number).padStart(4, '0')}-`) && text.startsWith(`# ${number}. `);
  return [
    ...(isNumbered ? [] : [`should have the number ${number}`]),
    ...parts.filter((part) => !part.test(text)).map((part) => `lacks ${part.source}`),
  ];
}

function relationProblems(record, records) {
  return relationsOf(record.text).flatMap(({ said, kind, other, isRight }) => {
    if (!isRight) return [`'${said}…' names two numbers`];
    const back = COUNTERPARTS.get(kind);
    const target = records.find(({ number }) => number === other);
    const isMutual = relationsOf(target?.text ?? '').some(
      (one) => one.kind === back.toLowerCase() && one.other === record.number,
    );
    return isMutual
      ? []
      : [`decision ${other} must say '${back} [decision ${record.number}](${record.name})' below its date`];
  });
}

/** @returns one line for each problem */
export function recordProblems(root) {
  const records = readdirSync(join(root, FOLDER))
    .sort()
    .map((name, index) => ({
      name,
      number: index + 1,
      text: readFileSync(join(root, FOLDER, name), 'utf8'),
    }));
  return records.flatMap((record) =>
    [...formProblems(record), ...relationProblems(record, records)].map(
      (problem) => `${FOLDER}/${record.name}: ${problem}`,
    ),
  );
}
