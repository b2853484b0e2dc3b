/**
 * True if this tag, strong or weak, is among those that a client already has (RFC 9110, section 13.1.2).
 * @param known the value of `If-None-Match`
 */
export const matchesTag = (known: string | undefined, tag: string): boolean =>
  known !== undefined &&
  known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*');
