/**
 * Maximum number of characters that are read from a model's answer. The rest of a longer answer is ignored.
 */
const RAW_MAX = 20_000;
/**
 * Matches control characters, unpaired surrogates, and invisible characters such as those that change the
 * direction of text. `withoutUnseen` keeps line breaks although they match.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const withoutUnseen = (text: string): string =>
  text.replaceAll(UNSEEN, (character) => (character === '\n' ? '\n' : ''));

/**
 * Returns a model's answer as plain text with line breaks and lists. The instruction forbids Markdown. If the
 * model used it anyway, the most common marks are removed.
 */
export function plainAnswer(answer: string): string {
  const text = answer.slice(0, RAW_MAX).replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ');
  return withoutUnseen(text)
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*#{1,6}\s+/, '')
        .replace(/^(\s*)[*•–]\s+/, '$1- ')
        .replaceAll(/\*\*|__|`/g, '')
        .trimEnd(),
    )
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
