// Checks that three kinds of references have a target: the rule names in code, the links of docs/rules/*.md,
// and every link in the documents. Prints one line for each problem. Uses only Node.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentProblems, documentsOf } from './doc-links.mjs';
import { citationsIn, codeOf, linksOfLine, rulesOf } from './rules.mjs';

const TEST_FILE = /\.spec\.tsx?$/;
/**
 * Forms of citations that were used before rules had names. They refer to lists and pages outside this
 * repository.
 */
const NAMELESS = [
  /\bdecisions? \d+/i,
  /\bspec(ification)?,? sections?\b/i,
  /(?<!docs\/)\bapi\.md\b/,
  /\barchitecture, ?['"]/,
  /\bdecisions, '/,
  /\bdocs\/decisions\/\d+(?![\d-])/,
];

/** Joins the lines of comments, so that citations across two lines are found too. */
const unwrapped = (text) => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#)[ \t]*/g, ' ');

function unresolved(root, names, code) {
  const documents = documentsOf(root).map((file) => ({
    file: relative(root, file),
    text: readFileSync(file, 'utf8'),
  }));
  return [...code, ...documents].flatMap(({ file, text }) =>
    citationsIn(text)
      .filter((name) => !names.has(name))
      .map((name) => `${file}: rule:${name} is in no page of docs/rules/`),
  );
}

const nameless = (code) =>
  code.flatMap(({ file, text }) =>
    NAMELESS.flatMap((pattern) => {
      const found = pattern.exec(unwrapped(text));
      return found === null ? [] : [`${file}: cites '${found[0]}'; name a rule of docs/rules.md`];
    }),
  );

/** Returns the pages of docs/ that code names but that do not exist. */
const missingPages = (root, code) =>
  code.flatMap(({ file, text }) =>
    [...text.matchAll(/\bdocs\/[\w./-]*\.md\b/g)]
      .filter(([page]) => !existsSync(join(root, page)))
      .map(([page]) => `${file}: ${page} does not exist`),
  );

/**
 * Checks a rule's name, that code cites the rule, and that the rule links to code and to tests.
 * `documentProblems` checks that the targets of the links exist.
 */
function ruleProblems({ name, page, body }, cited) {
  const code = linksOfLine(body, 'Code');
  const tests = linksOfLine(body, 'Tests');
  const problem = (text) => `${page}: rule:${name} ${text}`;
  return [
    ...(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? [] : [problem('is not in kebab case')]),
    ...(cited.has(name) ? [] : [problem('is cited by no code')]),
    ...(code.length > 0 ? [] : [problem('links to no code')]),
    ...(tests.length > 0 ? [] : [problem('links to no test')]),
    ...tests.filter((link) => !TEST_FILE.test(link)).map((link) => problem(`calls ${link} a test`)),
    ...[...code, ...tests].filter((link) => link.includes('#')).map((link) => problem(`has ${link}`)),
  ];
}

function doubled(rules) {
  const names = rules.map(({ name }) => name);
  return rules
    .filter(({ name }, index) => names.indexOf(name) !== index)
    .map(({ name, page }) => `${page}: rule:${name} is there twice`);
}

/** @returns one line for each problem; empty if every citation and link has a target */
export function citationProblems(root) {
  const rules = rulesOf(root);
  const code = codeOf(root);
  const names = new Set(rules.map(({ name }) => name));
  const cited = new Set(code.flatMap(({ text }) => citationsIn(text)));
  return [
    ...unresolved(root, names, code),
    ...nameless(code),
    ...missingPages(root, code),
    ...doubled(rules),
    ...rules.flatMap((rule) => ruleProblems(rule, cited)),
    ...documentProblems(root),
  ];
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))));
  const problems = citationProblems(root);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
