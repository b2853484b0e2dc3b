// Returns the added lines of a unified diff, each with its file, its number, its text and the line before it.

const FILE = /^\+\+\+ (?:b\/(.*)|\/dev\/null)$/;
const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)/;

/** @param diff the output of `git diff` with prefixes a/ and b/ */
export function addedLines(diff) {
  const added = [];
  let file;
  let line = 0;
  let before = '';
  for (const row of diff.split('\n')) {
    const named = FILE.exec(row);
    const hunk = HUNK.exec(row);
    if (named) file = named[1];
    else if (hunk) {
      line = Number(hunk[1]);
      before = '';
    } else if (row.startsWith('+')) {
      const text = row.slice(1);
      if (file !== undefined) added.push({ file, line, text, before });
      before = text;
      line += 1;
    } else if (row.startsWith(' ')) {
      before = row.slice(1);
      line += 1;
    }
  }
  return added;
}
