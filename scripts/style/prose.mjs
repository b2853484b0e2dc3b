// Extracts the prose in one line of a file. Prose is a comment, the title of a test, or Markdown text that is
// not code.

const TITLE = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])((?:(?!\1).)*)\1/gu;
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*)(?!\/)(.*)$|\s\/\/ (.*)$/u;
/** Code in backticks and quoted words, which are not checked. */
const QUOTED = /`[^`]*`|(?<!\w)'[^']*'(?!\w)|"[^"]*"/gu;

const withoutQuotes = (text) => text.replaceAll(QUOTED, 'x');

/** @returns the pieces of prose, without quoted code */
export function proseOf(file, text) {
  if (file.endsWith('.md')) return [withoutQuotes(text)];
  const titles = [...text.matchAll(TITLE)].map((match) => match[2] ?? '');
  const comment = COMMENT.exec(text);
  const said = comment?.[1] ?? comment?.[2];
  return [...titles, ...(said === undefined ? [] : [withoutQuotes(said)])];
}
