// A recipe's steps as changes of texts: nothing is read or written here but through `files`.

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * Cuts a text at the one place where an anchor is. What a regular expression finds may change with the sources.
 * @returns what stands before it, what was found, and what stands behind it
 * @throws Error where it is not there exactly once
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
  // What follows from what stands there already, or in another file.
  const said = typeof given === 'function' ? given(found, read) : given;
  if (step.from !== undefined) return head + said + tail;
  return step.after === undefined ? head + said + found + tail : head + found + said + tail;
}

const isNew = ({ after, before, from }) => [after, before, from].every((anchor) => anchor === undefined);

/**
 * Takes one step.
 * @param files `read` gives a file's text, or undefined where there is none; `write` keeps another
 * @throws Error where the step does not fit the file
 */
export function take(step, heading, files) {
  const why = `${step.file}: the recipe '${heading}'`;
  const text = files.read(step.file);
  if (isNew(step)) {
    if (text !== undefined) throw new Error(`${why} makes it, and it is there`);
    return files.write(step.file, step.text);
  }
  if (text === undefined) throw new Error(`${why} changes it, and it is not there`);
  return files.write(step.file, changed(text, step, { why, read: files.read }));
}
