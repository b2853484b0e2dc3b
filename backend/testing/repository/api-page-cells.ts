/** Returns a text as one cell of a table in Markdown. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const codesAsText = (codes: readonly string[]): string =>
  codes.map((code) => `\`${code}\``).join(', ');
