/**
 * True if a client with these tags has this one, strong or weak (RFC 9110, section 13.1.2).
 * @param known value of `If-None-Match`
 */
export const matchesTag = (known: string | undefined, tag: string): boolean =>
  known !== undefined &&
  known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*');
