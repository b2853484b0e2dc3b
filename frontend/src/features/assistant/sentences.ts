/** Characters of one utterance: of longer ones some browsers speak the beginning alone. */
const SPOKEN_MAX = 200;

/** A sentence that is too long, at its commas and spaces. */
function inParts(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > SPOKEN_MAX) {
    const within = rest.slice(0, SPOKEN_MAX);
    const at = [', ', '; ', ' '].map((end) => within.lastIndexOf(end)).find((place) => place > 0);
    const end = at === undefined ? SPOKEN_MAX : at + 1;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

/** A text as it is spoken, one sentence after the other; each entry of a list is one. */
export function sentencesOf(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•–]\s+/, '').trim())
    .filter((line) => line !== '')
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap(inParts);
}
