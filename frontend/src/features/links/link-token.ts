/**
 * Characters of a token: 32 bytes in base64url. A link that is not for signing has an NDA's id in front of
 * these.
 */
const SIGNING = 43;
const OTHERS = 22 + SIGNING;

export interface LinkToken {
  readonly token: string;
  /** True if the token is not as it was sent: cut off, with something appended, or in capital letters. */
  readonly damaged: boolean;
}

/**
 * The token in the address of a page. Mail programs append a full stop, a bracket or parameters to a link, so
 * the token ends before the first character that cannot be in one (rule:links-are-read-kindly).
 */
export function linkToken(pathname: string): LinkToken {
  const [, page = '', rest = ''] = pathname.split('/');
  const token = /^[\w-]*/.exec(rest)?.[0] ?? '';
  const length = page === 'sign' || page === 'remote-signature' ? SIGNING : OTHERS;
  return { token, damaged: token.length !== length || !/[a-z]/.test(token) };
}
