/** Characters of a token: 32 bytes in base64url, and before it, where the link is none to sign with, an NDA's id. */
const SIGNING = 43;
const OTHERS = 22 + SIGNING;

export interface LinkToken {
  readonly token: string;
  /** It is not as it was sent: cut off, with something appended, or in capital letters. */
  readonly damaged: boolean;
}

/**
 * The token in the address of a page. Mail programs leave a full stop, a bracket or parameters at a link's end: it goes
 * to the first character that cannot be in a token (rule:links-are-read-kindly).
 */
export function linkToken(pathname: string): LinkToken {
  const [, page = '', rest = ''] = pathname.split('/');
  const token = /^[\w-]*/.exec(rest)?.[0] ?? '';
  const length = page === 'sign' || page === 'remote-signature' ? SIGNING : OTHERS;
  return { token, damaged: token.length !== length || !/[a-z]/.test(token) };
}
