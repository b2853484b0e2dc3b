/**
 * Lengths of the tokens in characters. The token of a signing link consists of 32 bytes in base64url. The
 * token of any other link consists of the NDA's id (22 characters) and 32 bytes in base64url.
 */
const SIGNING = 43;
const OTHERS = 22 + SIGNING;

export interface LinkToken {
  readonly token: string;
  /**
   * True if the token cannot be the token that was sent, because it is cut off, too long, or in capital
   * letters.
   */
  readonly damaged: boolean;
}

/**
 * Returns the token in the address of a page. Mail programs append a full stop, a bracket or parameters to a
 * link. So the token ends before the first character that cannot be part of a token
 * (rule:links-are-read-kindly).
 */
export function linkToken(pathname: string): LinkToken {
  const [, page = '', rest = ''] = pathname.split('/');
  const token = /^[\w-]*/.exec(rest)?.[0] ?? '';
  const length = page === 'sign' || page === 'remote-signature' ? SIGNING : OTHERS;
  return { token, damaged: token.length !== length || !/[a-z]/.test(token) };
}
