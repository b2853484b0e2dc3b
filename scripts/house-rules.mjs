// Checks house rules that neither the linter nor the compiler knows. Prints one line with advice for each
// violation, and exits with code 1 if there is one. An argument can name another folder to check instead of
// this repository. If code has to break a rule, a comment on the line above gives the reason: `// Allowed:
// <reason>`.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { clockInPureCode } from './house-rules/clock-in-pure-code.mjs';
import { consoleInBackend } from './house-rules/console-in-backend.mjs';
import { docCommentsInARow } from './house-rules/doc-comments-in-a-row.mjs';
import { libraryOnBytes } from './house-rules/library-on-bytes.mjs';
import { sentNames } from './house-rules/sent-names.mjs';
import { sentenceInJsx } from './house-rules/sentence-in-jsx.mjs';
import { timeInTest } from './house-rules/time-in-test.mjs';
import { typedFiles } from './house-rules/typed-files.mjs';
import { filesBelow, root } from './workspace.mjs';

/**
 * `isAbout` selects by path the files to which the rule applies. `hint` is a pattern. A file whose text does
 * not match it is not parsed. `find` returns the violations, each with its position in the text and a message
 * with advice. A rule with `needsTypes` also gets a type checker.
 */
const RULES = [
  timeInTest,
  clockInPureCode,
  sentenceInJsx,
  consoleInBackend,
  docCommentsInARow,
  libraryOnBytes,
  sentNames,
];
const SOURCES = [
  'contracts/src',
  'backend/src',
  'backend/testing',
  'backend/bench',
  'frontend/src',
  'frontend/e2e',
];
const ALLOWED = /^\s*(?:\/\/|\{\/\*) Allowed: \S/;

const rulesFor = (path, text) => RULES.filter(({ isAbout, hint }) => isAbout(path) && hint.test(text));

function brokenIn(path, text, typed) {
  const rules = rulesFor(path, text);
  if (rules.length === 0) return [];
  const { file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), types } = typed ?? {};
  const lines = text.split('\n');
  return rules.flatMap(({ find }) =>
    find(file, types).flatMap(({ at, message }) => {
      const { line } = file.getLineAndCharacterOfPosition(at);
      return ALLOWED.test(lines[line - 1] ?? '') ? [] : [`${path}:${line + 1}: ${message}`];
    }),
  );
}

const folder = process.argv[2] ?? root;
const paths = SOURCES.flatMap((source) => filesBelow(join(folder, source)))
  .map((path) => relative(folder, path))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
const texts = new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
const needTypes = paths.filter((path) =>
  rulesFor(path, texts.get(path)).some((rule) => rule.needsTypes === true),
);
const typed = typedFiles(folder, needTypes);
const found = paths.flatMap((path) => brokenIn(path, texts.get(path), typed.get(path)));
for (const line of found) console.error(line);
process.exitCode = found.length === 0 ? 0 : 1;
