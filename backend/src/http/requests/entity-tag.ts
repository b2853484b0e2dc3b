/**
 * True if the client already has the document with this tag. A weak tag matches the strong tag with the same
 * text (RFC 9110, section 13.1.2).
 * @param known the value of `If-None-Match`
 */
export const matchesTag = (known: string | undefined, tag: string): boolean =>
  known !== undefined &&
  known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*');
