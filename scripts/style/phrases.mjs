// Phrases that make a reader read a sentence twice (docs/style.md). Each has a pattern and advice. The
// patterns are few and narrow, because a check that is often wrong is soon ignored.

/**
 * A place where a sentence begins: the start of a line, after the mark of a comment, or after the end of a
 * sentence.
 */
const START = String.raw`(?:^\s*(?:\/\/|\/\*\*?|\*|#|-|\d+\.)?\s*|[.:!?]\s+)`;

const phrase = (source, advice) => ({ pattern: new RegExp(source, 'u'), advice });

export const PHRASES = [
  phrase(`${START}(?:What|Whatever) (?!if\\b|for\\b)[a-z]`, "name the thing instead of 'What …'"),
  phrase(String.raw`\b[Ww]hoever\b`, "name the person or the program instead of 'whoever'"),
  phrase(`${START}Of (?!course\\b)[a-z]`, "begin with the subject instead of 'Of …'"),
  phrase(String.raw`\b(?:is|are|was|were) told\b`, "say who logs, reports or answers instead of 'is told'"),
  phrase(String.raw`\b(?:is|are|was|were) heard\b`, "say who receives it instead of 'is heard'"),
  phrase(
    String.raw`\b(?:is|are|was|were) looked (?:at|for)\b`,
    "write 'checked', 'read', 'polled' or 'searched'",
  ),
  phrase(
    String.raw`\bstands? (?:in|on|there|for|beside|below|above)\b`,
    "write 'is' or 'is in' instead of 'stands'",
  ),
  phrase(String.raw`\bmade anew\b|\banew\b`, "write 'again', 'rebuilt' or 'a new …'"),
  phrase(String.raw`\b(?:none|one|some) of (?:ours|theirs)\b|\bis ours\b`, 'give the possessive its noun'),
  phrase(String.raw`\bfor ever\b`, "write 'forever', 'permanently' or the limit"),
];

/** @returns the advice for each phrase in a line */
export const adviceFor = (line) =>
  PHRASES.filter(({ pattern }) => pattern.test(line)).map(({ advice }) => advice);
