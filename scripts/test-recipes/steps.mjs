// Applies a recipe's steps to texts. All reading and writing goes through `files`.

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Splits a text at the only match of an anchor. A regular expression as the anchor lets the matched text vary
 * with the sources.
 * @returns the text before the match, the match, and the text after it
 * @throws Error unless there is exactly one match
 */
function cut(text, anchor, why) {
  const source = anchor instanceof RegExp ? anchor : literally(anchor);
  const [found, ...more] = text.matchAll(new RegExp(source, 'g'));
  if (found === undefined || more.length > 0)
    throw new Error(
      `${why} looks for a text that is there ${found === undefined ? 0 : more.length + 1} times: ${JSON.stringify(String(anchor))}`,
    );
  const [all] = found;
  return [text.slice(0, found.index), all, text.slice(found.index + all.length)];
}

function changed(text, step, { why, read }) {
  const [head, found, tail] = cut(text, step.from ?? step.after ?? step.before, why);
  const given = step.from === undefined ? step.text : step.to;
  // A step's text may be a function, which derives the text from the match or from another file.
  const said = typeof given === 'function' ? given(found, read) : given;
  if (step.from !== undefined) return head + said + tail;
  return step.after === undefined ? head + said + found + tail : head + found + said + tail;
}

const isNew = ({ after, before, from }) => [after, before, from].every((anchor) => anchor === undefined);

/**
 * Applies one step.
 * @param files `read` returns a file's text, or undefined if it does not exist; `write` stores a new text
 * @throws Error if the step does not fit the file
 */
export function take(step, heading, files) {
  const why = `${step.file}: the recipe '${heading}'`;
  const text = files.read(step.file);
  if (isNew(step)) {
    if (text !== undefined) throw new Error(`${why} creates this file, but it exists`);
    return files.write(step.file, step.text);
  }
  if (text === undefined) throw new Error(`${why} changes this file, but it does not exist`);
  return files.write(step.file, changed(text, step, { why, read: files.read }));
}
