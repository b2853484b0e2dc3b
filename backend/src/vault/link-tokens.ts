import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { lengthPrefixed } from '../platform/crypto/length-prefixed.js';

/** Purpose of a link. A token for one purpose opens nothing that belongs to another purpose. */
export type LinkPurpose = 'invitation' | 'decline' | 'dispute' | 'continue';

export interface LinkToken {
  readonly purpose: LinkPurpose;
  /** UUID in its usual form. */
  readonly ndaId: string;
  /**
   * The token's subject within the NDA: the `linkId` of an invitation or a continue link, the number of the
   * address whose reminders are declined, or the party whose signature is disputed.
   */
  readonly about: string | number;
}

/** Length of an NDA's id in base64url. Tokens with a prefix begin with this id. */
const ID_LENGTH = 22;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const NAMED_TOKEN = /^[A-Za-z0-9_-]{65}$/;
const LINK_ID_BYTES = 16;

/**
 * Returns a random id. Each new invitation or continue link gets a new id, so that its token differs from all
 * earlier tokens.
 */
export const newLinkId = (): string => randomBytes(LINK_ID_BYTES).toString('base64url');

/**
 * Makes and checks the secrets in the links of mails (rule:link-tokens). The secrets are not stored. They are
 * derived again from INDEX_KEY whenever a mail is written. The stream decides whether a token still opens
 * anything.
 */
export class LinkTokens {
  private readonly keys: Readonly<Record<LinkPurpose, Buffer>>;

  /** @param indexKey INDEX_KEY, 32 bytes */
  constructor(indexKey: Uint8Array) {
    const key = (purpose: LinkPurpose): Buffer =>
      Buffer.from(hkdfSync('sha256', indexKey, Buffer.alloc(0), `link/v1/${purpose}`, 32));
    this.keys = {
      invitation: key('invitation'),
      decline: key('decline'),
      dispute: key('dispute'),
      continue: key('continue'),
    };
  }

  /**
   * Returns the token as it appears in the link. An invitation's token has no prefix and is found by its
   * hash. All other tokens begin with the NDA's id.
   */
  make(link: LinkToken): string {
    const bare = this.bare(link).toString('base64url');
    return link.purpose === 'invitation' ? bare : `${idText(link.ndaId)}${bare}`;
  }

  /**
   * True if this is the token of the invitation whose link has this id. The comparison takes constant time.
   */
  isInvitation(token: string, ndaId: string, linkId: string): boolean {
    if (!isCanonical(token)) return false;
    const made = this.bare({ purpose: 'invitation', ndaId, about: linkId });
    return timingSafeEqual(Buffer.from(token, 'base64url'), made);
  }

  /**
   * Returns the candidate that the token is about. Each candidate is compared in constant time, so the
   * duration reveals nothing.
   * @param token as it was received, possibly malformed
   */
  find<About extends string | number>(
    token: string,
    { purpose, ndaId }: Pick<LinkToken, 'purpose' | 'ndaId'>,
    candidates: readonly About[],
  ): About | undefined {
    if (ndaIdOfLink(token) !== ndaId) return undefined;
    const given = Buffer.from(token.slice(ID_LENGTH), 'base64url');
    const [found] = candidates.filter((about) =>
      timingSafeEqual(given, this.bare({ purpose, ndaId, about })),
    );
    return found;
  }

  private bare({ purpose, ndaId, about }: LinkToken): Buffer {
    return createHmac('sha256', this.keys[purpose])
      .update(lengthPrefixed([ndaId, about]))
      .digest();
  }
}

const idText = (ndaId: string): string => Buffer.from(ndaId.replaceAll('-', ''), 'hex').toString('base64url');

/**
 * Returns the id of the NDA that a token names. Returns undefined for an invitation's token, which names no
 * NDA, and for a malformed token. The id alone does not prove that the token is valid.
 */
export function ndaIdOfLink(token: string): string | undefined {
  if (!NAMED_TOKEN.test(token) || !isCanonical(token.slice(ID_LENGTH))) return undefined;
  const text = token.slice(0, ID_LENGTH);
  const ndaId = Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return idText(ndaId) === text ? ndaId : undefined;
}

/**
 * True if the token has the only accepted spelling. Two bits of the last character are unused, so base64url
 * would otherwise allow several spellings of the same bytes.
 */
const isCanonical = (bare: string): boolean =>
  TOKEN.test(bare) && Buffer.from(bare, 'base64url').toString('base64url') === bare;
