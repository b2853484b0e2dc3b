// Checks that no file except contracts/src/limits.ts names a price. Prints each line that does. Uses only
// Node.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from './workspace.mjs';

const PLACES = [
  'contracts/src',
  'backend/src',
  'frontend/src',
  'scripts',
  'docker',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'docker-compose.yml',
];
const READ = /(\.(ts|tsx|mjs|json|md|http|css|html|ya?ml|conf)|\.Dockerfile)$/;
/**
 * Files that may name a price: the file that defines the prices, tests and their data, events recorded in the
 * past, and tables of character codes.
 */
const NOT_READ = [
  /^contracts\/src\/limits\.ts$/,
  /\.spec\.tsx?$/,
  /(^|\/)(testing|test|fixtures)\//,
  /^contracts\/src\/validation\/printable\.ts$/,
  /^scripts\/prices\.mjs$/,
];
/**
 * `IN_WORDS` matches a price as people write it. `IN_CENTS` matches a price in cents, as code writes it.
 * Documents are not searched for prices in cents, because such numbers have many other meanings there.
 */
const IN_WORDS = /(?<![\d.,])(?:1[.,]99|3[.,]98)(?!\d|[.,]\d)/;
const IN_CENTS = /(?<![\w.,#-])(?:199|398)(?![\w]|[.,]\d)/;
const CODE = /\.(ts|tsx|mjs|json|http)$/;

const pricesIn = (file, text) =>
  text.split('\n').flatMap((line, index) => {
    const [price] = IN_WORDS.exec(line) ?? (CODE.test(file) ? IN_CENTS.exec(line) : null) ?? [];
    return price === undefined ? [] : [`${file}:${index + 1}: names the price ${price}`];
  });

/** @returns one line for each line of a file that names a price */
export const priceProblems = (root) =>
  PLACES.flatMap((place) => filesBelow(join(root, place)))
    .map((path) => ({ path, file: relative(root, path) }))
    .filter(({ file }) => READ.test(file) && !NOT_READ.some((pattern) => pattern.test(file)))
    .flatMap(({ path, file }) => pricesIn(file, readFileSync(path, 'utf8')));

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url))));
  const problems = priceProblems(root);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
