// A recipe's steps as changes of texts: nothing is read or written here but through `files`.

/** Cuts a text at the one place where an anchor is. @throws Error where it is not there exactly once */
function cut(text, anchor, why) {
  const parts = text.split(anchor);
  if (parts.length === 2) return parts;
  throw new Error(
    `${why} looks for a text that is there ${parts.length - 1} times: ${JSON.stringify(anchor)}`,
  );
}

function changed(before, { after, before: next, from, to, text }, why) {
  const anchor = from ?? after ?? next;
  const [head, tail] = cut(before, anchor, why);
  if (from !== undefined) return head + to + tail;
  return after === undefined ? head + text + next + tail : head + after + text + tail;
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
  return files.write(step.file, changed(text, step, why));
}
