// npm run rules: writes the index of rules into docs/rules.md, between two marks. The index has one row for
// each rule, with the code that decides the rule and the rule's tests. The tables follow the order of the
// list of parts on that page. With --check the command changes nothing, and fails if the index is out of
// date. An argument can name another folder to use instead of this repository.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { citationsIn, codeOf, linksOfLine, rulesOf } from './rules.mjs';
import { root as own } from './workspace.mjs';

const PAGE = 'docs/rules.md';
const MARKS = ['<!-- index: npm run rules writes it -->', '<!-- end of the index -->'];
const SHOWN = 3;
const TEST = /\.spec\.tsx?$/;
const DECIDER = /^backend\/.*(?:\/(?:decide|rules)\/|\.decider?\.ts$)/;
const PRODUCTION = /^(?:(?:contracts|backend|frontend)\/src\/(?!.*\/testing\/)|docker\/)/;

const labelOf = (file) =>
  file.replace(/^(?:backend\/src|backend|frontend(?=\/e2e))\//, '').replace('/src/', '/');
const linkTo = (file) => `[${labelOf(file)}](../${file})`;

function cell(files) {
  const more = files.length > SHOWN ? [`${files.length - SHOWN} more`] : [];
  return [...files.slice(0, SHOWN).map(linkTo), ...more].join(', ');
}

/**
 * Returns the files to which a rule links in the line with this label. The paths are relative to the root.
 */
const filesOfLine = ({ page, body }, label) =>
  linksOfLine(body, label).map((link) => join(dirname(page), link));

/**
 * Returns the production files that cite a rule. Deciders come before other files. Within each of the two
 * groups, files that the rule links to come first. If no production file cites the rule, returns the files
 * that the rule links to.
 */
function deciding(rule, citing) {
  const linked = filesOfLine(rule, 'Code');
  const production = citing.filter((file) => PRODUCTION.test(file) && !TEST.test(file)).sort();
  const all = [...new Set([...linked.filter((file) => production.includes(file)), ...production])];
  if (all.length === 0) return linked;
  return [...all.filter((file) => DECIDER.test(file)), ...all.filter((file) => !DECIDER.test(file))];
}

const testing = (rule, citing) => [
  ...new Set([...filesOfLine(rule, 'Tests'), ...citing.filter((file) => TEST.test(file)).sort()]),
];

function tableOf(root, page, rules, citing) {
  const [title] = readFileSync(join(root, page), 'utf8').split('\n', 1);
  const target = relative(dirname(PAGE), page);
  const rows = rules.map((rule) => {
    const files = citing.get(rule.name) ?? [];
    const name = `[${rule.name}](${target}#rule${rule.name})`;
    return `| ${name} | ${cell(deciding(rule, files))} | ${cell(testing(rule, files))} |`;
  });
  return [
    `### ${title.replace(/^# /, '')}`,
    '',
    '| Rule | Decided in | Tests |',
    '|---|---|---|',
    ...rows,
    '',
  ];
}

/** Returns a map from each rule's name to the files that cite the rule. */
function citingFiles(root) {
  const citing = new Map();
  for (const { file, text } of codeOf(root))
    for (const name of new Set(citationsIn(text))) citing.set(name, [...(citing.get(name) ?? []), file]);
  return citing;
}

/**
 * @returns the text of the page, with a new index
 * @throws Error if a mark is missing, or if the list above the index lacks a part
 */
function withIndex(root, text) {
  const [start, end] = MARKS.map((mark) => text.indexOf(mark));
  if (start < 0 || end < start)
    throw new Error(`${PAGE}: the marks of the index are missing: ${MARKS.join(' ')}`);
  const head = text.slice(0, start + MARKS[0].length);
  const pages = [...head.matchAll(/\]\((rules\/[\w-]+\.md)\)/g)].map(([, link]) => `docs/${link}`);
  const rules = rulesOf(root);
  const unlisted = rules.find(({ page }) => !pages.includes(page));
  if (unlisted !== undefined) throw new Error(`${PAGE}: list the part ${unlisted.page} above the index`);
  const citing = citingFiles(root);
  const tables = pages.flatMap((page) =>
    tableOf(
      root,
      page,
      rules.filter((rule) => rule.page === page),
      citing,
    ),
  );
  return [head, '', ...tables, text.slice(end)].join('\n');
}

const [folder] = process.argv.slice(2).filter((word) => word !== '--check');
const root = resolve(folder ?? own);
try {
  const text = readFileSync(join(root, PAGE), 'utf8');
  const made = withIndex(root, text);
  if (!process.argv.includes('--check')) writeFileSync(join(root, PAGE), made);
  else if (made !== text) throw new Error(`${PAGE}: the index is out of date; run \`npm run rules\``);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
