import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { bearerTokenHash } from '../http/callers/bearer-token.js';
import { newId } from '../platform/crypto/ids.js';
import { type LinkPurpose, LinkTokens, type LinkToken, ndaIdOfLink, newLinkId } from './link-tokens.js';

const KEY = Buffer.alloc(32, 7);
const NDA = '0199f3a1-7c55-7aaa-8bbb-0123456789ab';
const tokens = new LinkTokens(KEY);
const NAMED = ['decline', 'dispute', 'continue'] as const;

describe('the token of a link', () => {
  it('is a keyed hash of its subject, so it need not be stored', () => {
    const key = hkdfSync('sha256', KEY, Buffer.alloc(0), 'link/v1/dispute', 32);
    const about = Buffer.concat([
      Buffer.from([0, 0, 0, 36]),
      Buffer.from(NDA),
      Buffer.from([0, 0, 0, 1]),
      Buffer.from('2'),
    ]);
    const id = Buffer.from(NDA.replaceAll('-', ''), 'hex').toString('base64url');
    const bare = createHmac('sha256', Buffer.from(key)).update(about).digest('base64url');
    expect(tokens.make({ purpose: 'dispute', ndaId: NDA, about: 2 })).toBe(`${id}${bare}`);
  });

  it("has no prefix for an invitation, which is found by the token's hash", () => {
    const token = tokens.make({ purpose: 'invitation', ndaId: NDA, about: newLinkId() });
    expect(token).toHaveLength(43);
    expect(bearerTokenHash(token)).toBeDefined();
    expect(ndaIdOfLink(token)).toBeUndefined();
  });

  it.each(NAMED)("for the purpose '%s' names its NDA and its subject", (purpose) => {
    const token = tokens.make({ purpose, ndaId: NDA, about: 2 });
    expect(token).toMatch(/^[A-Za-z0-9_-]{65}$/);
    expect(ndaIdOfLink(token)).toBe(NDA);
    expect(tokens.find(token, { purpose, ndaId: NDA }, [1, 2, 3])).toBe(2);
    expect(tokens.find(token, { purpose, ndaId: NDA }, [1, 3])).toBeUndefined();
  });

  it('opens nothing with another purpose, NDA or key, and differs for each of them', () => {
    const link: LinkToken = { purpose: 'decline', ndaId: NDA, about: 1 };
    const others: readonly LinkToken[] = [
      { ...link, purpose: 'dispute' },
      { ...link, purpose: 'continue' },
      { ...link, ndaId: newId() },
      { ...link, about: 2 },
    ];
    const token = tokens.make(link);
    for (const other of others) {
      expect(tokens.make(other)).not.toBe(token);
      expect(tokens.find(tokens.make(other), link, [1])).toBeUndefined();
    }
    expect(new LinkTokens(randomBytes(32)).find(token, link, [1])).toBeUndefined();
  });

  it('opens nothing if a single letter was changed, removed or added', () => {
    const link: LinkToken = { purpose: 'continue', ndaId: NDA, about: newLinkId() };
    const token = tokens.make(link);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const changed = Array.from(token).flatMap((letter, at) =>
      Array.from(letters)
        .filter((other) => other !== letter)
        .map((other) => token.slice(0, at) + other + token.slice(at + 1)),
    );
    const opened = [...changed, token.slice(1), token.slice(0, -1), `${token}A`, token.toUpperCase()].filter(
      (text) => tokens.find(text, link, [link.about]) !== undefined,
    );
    expect(opened).toEqual([]);
  });

  it('of an invitation matches its own link id, and nothing else', () => {
    const [linkId, other] = [newLinkId(), newLinkId()];
    const token = tokens.make({ purpose: 'invitation', ndaId: NDA, about: linkId });
    expect(tokens.isInvitation(token, NDA, linkId)).toBe(true);
    expect(tokens.isInvitation(token, NDA, other)).toBe(false);
    expect(tokens.isInvitation(token, '01930000-0000-7000-8000-0000000000ff', linkId)).toBe(false);
    expect(new LinkTokens(randomBytes(32)).isInvitation(token, NDA, linkId)).toBe(false);
    const named = tokens.make({ purpose: 'continue', ndaId: NDA, about: linkId });
    for (const text of ['', 'x', named, named.slice(22), `${token}A`, token.slice(1)])
      expect(tokens.isInvitation(text, NDA, linkId)).toBe(false);
  });

  it('is not found in a text without tokens, and the search accepts any text', () => {
    const purposes: readonly LinkPurpose[] = NAMED;
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String({ minLength: 64 })),
        fc.constantFrom(...purposes),
        (text, purpose) => {
          const ndaId = ndaIdOfLink(text) ?? NDA;
          expect(tokens.find(text, { purpose, ndaId }, [1, 2, 3])).toBeUndefined();
        },
      ),
    );
  });

  it('differs with each link id', () => {
    const ids = Array.from({ length: 100 }, newLinkId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
});
