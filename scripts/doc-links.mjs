// Checks that the documents' relative links and paths in backticks have existing targets. Also checks the
// tables of docs/architecture.md and the decision records.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { recordProblems } from './decision-records.mjs';
import { filesBelow } from './workspace.mjs';

const ROWS_OF_THE_TABLE = 16;
/** Folders that a path in backticks may omit at its beginning. */
const BEGINNINGS = ['', 'backend/src', 'contracts', 'frontend/src', 'docs', 'docker'];
const PATH = /^[\w@.-]+(\/[\w@.-]+)+\/?$/;
const AT_THE_ROOT = /^\.?[\w-]+\.(mjs|json)$/;
const FILE_OR_FOLDER = /(\.(ts|tsx|mjs|md|json|ya?ml|css|conf|http|png)|\/)$/;

export const documentsOf = (root) => [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((name) => join(root, name)).filter(existsSync),
  ...filesBelow(join(root, 'docs')).filter((file) => file.endsWith('.md')),
];

const withoutCode = (text) => text.replace(/^```.*?^```$/gms, '');

/** Returns the anchors of a Markdown page, which GitHub derives from its headings. */
function anchorsOf(text) {
  return withoutCode(text)
    .split('\n')
    .filter((line) => /^#+ /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
}

function linkProblem(document, target) {
  if (/^[a-z][a-z+]*:/.test(target)) return undefined;
  const [path, anchor] = target.split('#');
  const file = path === '' ? document : resolve(dirname(document), path);
  if (!existsSync(file)) return 'does not exist';
  if (anchor === undefined || !file.endsWith('.md')) return undefined;
  return anchorsOf(readFileSync(file, 'utf8')).includes(anchor) ? undefined : 'has no such heading';
}

function linkProblems(root, document) {
  const text = withoutCode(readFileSync(document, 'utf8')).replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => {
    const problem = linkProblem(document, target);
    return problem === undefined ? [] : [`${relative(root, document)}: link ${target} ${problem}`];
  });
}

const inBackticks = (text) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside);

const exists = (root, path) => BEGINNINGS.some((beginning) => existsSync(join(root, beginning, path)));

function pathProblems(root, document) {
  return inBackticks(withoutCode(readFileSync(document, 'utf8')))
    .filter(
      (token) => PATH.test(token) && FILE_OR_FOLDER.test(token) && !/(^|\/)(?:dist|\.cache)\//.test(token),
    )
    .filter((token) => !exists(root, token))
    .map((token) => `${relative(root, document)}: path ${token} does not exist`);
}

/**
 * Returns the problems of the table 'I want to change …'. The table needs at least `ROWS_OF_THE_TABLE` rows,
 * and each row needs a path from the root of the repository.
 */
function tableProblems(root) {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith('I want to change'));
  const rows = (section ?? '').split('\n').filter((line) => /^\| (?!I want)/.test(line));
  const short = rows.length < ROWS_OF_THE_TABLE ? [`docs/architecture.md: table of ${rows.length} rows`] : [];
  const wrong = rows.flatMap((row) => {
    const paths = inBackticks(row).filter((token) => PATH.test(token) || AT_THE_ROOT.test(token));
    const missing = paths.filter((path) => !existsSync(join(root, path)));
    return paths.length === 0
      ? [`docs/architecture.md: row without a path: ${row}`]
      : missing.map((path) => `docs/architecture.md: ${path} does not exist`);
  });
  return [...short, ...wrong];
}

/**
 * Folders whose subfolders are listed in docs/architecture.md, in a table with the heading 'Folder of `…`'.
 */
const FOLDERS_NAMED = ['backend/src', 'contracts/src', 'frontend/src', 'frontend/src/features'];

/** Checks that the first column of each table names every subfolder, and nothing else. */
function folderProblems(root) {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  return FOLDERS_NAMED.flatMap((parent) => {
    const [, table = ''] = text.split(`| Folder of \`${parent}\` |`);
    const [rows] = table.split('\n\n');
    const named = rows.split('\n').flatMap((row) => inBackticks(row.split('|')[1] ?? ''));
    const folders = readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const where = `docs/architecture.md, table 'Folder of \`${parent}\`'`;
    return [
      ...folders.filter((name) => !named.includes(name)).map((name) => `${where}: write what ${name} holds`),
      ...named
        .filter((name) => !folders.includes(name))
        .map((name) => `${where}: there is no folder ${name}`),
    ];
  });
}

export function documentProblems(root) {
  const documents = documentsOf(root).filter((file) => statSync(file).isFile());
  return [
    ...documents.flatMap((document) => [...linkProblems(root, document), ...pathProblems(root, document)]),
    ...tableProblems(root),
    ...folderProblems(root),
    ...recordProblems(root),
  ];
}
