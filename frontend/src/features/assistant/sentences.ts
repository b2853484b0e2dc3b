/** Maximum characters of one utterance. Some browsers speak only the beginning of longer utterances. */
const SPOKEN_MAX = 200;

/** If a sentence is too long for one utterance, splits it at commas, semicolons and spaces. */
function splitLong(sentence: string): string[] {
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

/** Splits a text into the sentences to speak. Each entry of a list gives at least one sentence. */
export function sentencesOf(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•–]\s+/, '').trim())
    .filter((line) => line !== '')
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap(splitLong);
}
