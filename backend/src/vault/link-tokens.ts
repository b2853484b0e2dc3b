import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { lengthPrefixed } from '../platform/crypto/length-prefixed.js';

/** What a link is for: a token of one purpose opens nothing of another. */
export type LinkPurpose = 'invitation' | 'decline' | 'dispute' | 'continue';

export interface LinkToken {
  readonly purpose: LinkPurpose;
  /** UUID in its usual form. */
  readonly ndaId: string;
  /**
   * What of the NDA it is about: the `linkId` of an invitation or a continue link, the number of the address whose
   * reminders are declined, the party whose signature is disputed.
   */
  readonly about: string | number;
}

/** The id of an NDA in base64url, which stands before the token. */
const ID_LENGTH = 22;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const NAMED_TOKEN = /^[A-Za-z0-9_-]{65}$/;
const LINK_ID_BYTES = 16;

/** Random: what makes the token of an invitation or a continue link another one than the last. */
export const newLinkId = (): string => randomBytes(LINK_ID_BYTES).toString('base64url');

/**
 * The secrets in links that mails carry (rule:link-tokens). Nothing is stored: they are made anew from INDEX_KEY
 * whenever a mail is written. Whether one still opens anything is for the stream to say.
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

  /** As it stands in the link: an invitation's is bare, found by its hash; before the others stands the NDA's id. */
  make(link: LinkToken): string {
    const bare = this.bare(link).toString('base64url');
    return link.purpose === 'invitation' ? bare : `${idText(link.ndaId)}${bare}`;
  }

  /** Whether this is the bare token of the invitation whose link was made of this id; compared in constant time. */
  isInvitation(token: string, ndaId: string, linkId: string): boolean {
    if (!isCanonical(token)) return false;
    const made = this.bare({ purpose: 'invitation', ndaId, about: linkId });
    return timingSafeEqual(Buffer.from(token, 'base64url'), made);
  }

  /**
   * Which of these it is about; compared in constant time with each of them, so that an answer's time tells nothing.
   * @param token as it came, also what cannot be one
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
 * The NDA that a token names which is no invitation's; undefined for what cannot be one. That it names one proves
 * nothing.
 */
export function ndaIdOfLink(token: string): string | undefined {
  if (!NAMED_TOKEN.test(token) || !isCanonical(token.slice(ID_LENGTH))) return undefined;
  const text = token.slice(0, ID_LENGTH);
  const ndaId = Buffer.from(text, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return idText(ndaId) === text ? ndaId : undefined;
}

/** Base64url leaves two bits over: only one spelling of a token is one. */
const isCanonical = (bare: string): boolean =>
  TOKEN.test(bare) && Buffer.from(bare, 'base64url').toString('base64url') === bare;
