/** What a model may say in all; of a longer text the rest is not looked at. */
const RAW_MAX = 20_000;
/** Control characters but line breaks, halves of characters, and what turns the direction of a text. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const withoutUnseen = (text: string): string =>
  text.replaceAll(UNSEEN, (character) => (character === '\n' ? '\n' : ''));

/**
 * What a model said as plain text with line breaks and lists: it was asked for no Markdown, and its commonest marks are
 * taken out where it used some all the same.
 */
export function plainAnswer(said: string): string {
  const text = said.slice(0, RAW_MAX).replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ');
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
