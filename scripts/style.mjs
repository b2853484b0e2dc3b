// Checks the prose of changed lines against docs/style.md: comments, names of tests, and documents. A changed
// line is one that was added after docs/style.md was introduced, or that is not committed yet. Prints one
// line of advice for each phrase found, and exits with code 1 if it found one. An argument can name another
// folder to check instead of this repository. Without git nothing is checked. If a clone lacks the commit
// that introduced docs/style.md, only uncommitted lines are checked.
import { execFileSync } from 'node:child_process';
import { addedLines } from './style/added-lines.mjs';
import { adviceFor } from './style/phrases.mjs';
import { proseOf } from './style/prose.mjs';
import { root } from './workspace.mjs';

const PAGE = 'docs/style.md';
const ALLOWED = /\bAllowed: \S/;
/** Files that are not checked, because they contain quotations or are written by a program. */
const NOT_OURS =
  /^(docs\/style\.md|docs\/events\.md|scripts\/style\/|contracts\/src\/agreement\/|.*\/locales\/)/;
const READ = /\.(ts|tsx|mjs|md)$/;

const folder = process.argv[2] ?? root;

function git(...words) {
  try {
    return execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}

/** Returns the commit that introduced the style page; HEAD if the history does not contain that commit. */
function base() {
  const introduced = git('log', '--diff-filter=A', '--format=%H', '--', PAGE)?.trim().split('\n').at(-1);
  return introduced ? introduced : 'HEAD';
}

const diff = git('diff', '--find-renames', '--unified=1', '--no-color', base(), '--', '.') ?? '';
const found = addedLines(diff)
  .filter(({ file }) => READ.test(file) && !NOT_OURS.test(file))
  .flatMap(({ file, line, text, before }) => {
    if (ALLOWED.test(before)) return [];
    return proseOf(file, text).flatMap((prose) =>
      adviceFor(prose).map((advice) => `${file}:${line}: ${advice} (${PAGE})`),
    );
  });
for (const line of found) console.error(line);
process.exitCode = found.length === 0 ? 0 : 1;
