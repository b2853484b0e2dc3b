// Reads the rules of docs/rules/*.md and the files that cite them. Uses only Node.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from './workspace.mjs';

const FOLDERS = ['contracts', 'backend', 'frontend', 'scripts', 'docker'];
const CODE = /(\.(ts|tsx|mjs|css|ya?ml|conf|html)|\.Dockerfile)$/;
/**
 * Files that may cite unknown rules. Some of them contain wrong citations on purpose. The others are recipes,
 * whose examples cite rules that only the examples would add.
 */
const NOT_READ = /(^|\/)(?:citations\.(?:mjs|spec\.ts)|scripts\/recipes\/[^/]+)$/;
const RULE = /\brule:([a-z0-9][a-z0-9-]*)/g;

/** @returns every file that may cite a rule: its path from the root, and its text */
export const codeOf = (root) =>
  FOLDERS.flatMap((folder) => filesBelow(join(root, folder)))
    .filter((file) => CODE.test(file) && !NOT_READ.test(file))
    .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') }));

/** @returns the names of the rules that a text cites */
export const citationsIn = (text) => [...text.matchAll(RULE)].map(([, name]) => name);

/** Finds the line of a rule that begins with this label. @returns the targets of the links in that line */
export function linksOfLine(body, label) {
  const line = body.split('\n').find((one) => one.startsWith(`- ${label}: `)) ?? '';
  return [...line.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
}

function rulesOfPage(root, file) {
  const [, ...parts] = readFileSync(file, 'utf8').split(/^## rule:/m);
  return parts.map((part) => ({
    name: part.split('\n', 1)[0],
    page: relative(root, file),
    body: part.slice(part.indexOf('\n')),
  }));
}

/** @returns for each rule its name, its page and the text below its heading */
export const rulesOf = (root) =>
  filesBelow(join(root, 'docs/rules'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .flatMap((file) => rulesOfPage(root, file));
