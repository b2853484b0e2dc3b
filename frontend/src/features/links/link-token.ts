/**
 * The length of a token in characters: 32 bytes in base64url. In links that are not for signing, an NDA's id
 * precedes it.
 */
const SIGNING = 43;
const OTHERS = 22 + SIGNING;

export interface LinkToken {
  readonly token: string;
  /** True if the token differs from the one that was sent: it is cut off, too long, or in capital letters. */
  readonly damaged: boolean;
}

/**
 * Returns the token in the address of a page. Mail programs append a full stop, a bracket or parameters to a
 * link. So the token ends before the first character that no token contains (rule:links-are-read-kindly).
 */
export function linkToken(pathname: string): LinkToken {
  const [, page = '', rest = ''] = pathname.split('/');
  const token = /^[\w-]*/.exec(rest)?.[0] ?? '';
  const length = page === 'sign' || page === 'remote-signature' ? SIGNING : OTHERS;
  return { token, damaged: token.length !== length || !/[a-z]/.test(token) };
}
