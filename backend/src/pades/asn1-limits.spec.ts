import * as fc from 'fast-check';
import { HOSTILE_ASN1 } from '../../testing/faults/hostile-asn1.js';
import { ASN1_LIMITS, elementLength } from './asn1-limits.js';
import { signCms } from './build-cms.js';
import { writeDer } from './der.js';
import { OID } from './oids.js';
import { CmsInvalid } from './cms-invalid.js';
import { parseCms } from './parse-cms.js';
import { Asn1Refused, readAsn1 } from './read-asn1.js';
import { rsaIdentity } from './testing/fixtures.js';
import { startTimestampServer } from './testing/timestamp-authority.js';
import { requestTimestamp } from './timestamp.js';
import { TimestampInvalid, verifyTimestampToken } from './timestamp-token.js';

const { elements, depth, objectIdBytes } = ASN1_LIMITS;
const isWithin = (bytes: Buffer): boolean => elementLength(bytes, elements) !== undefined;
const NULL = Buffer.of(5, 0);
const END = Buffer.of(0, 0);
const sequence = (...parts: readonly Buffer[]): Buffer => writeDer(0x30, ...parts);
const indefinite = (...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.of(0x30, 0x80), ...parts, END]);
const nulls = (count: number): Buffer => Buffer.alloc(2 * count, NULL);
const nested = (levels: number, wrap = sequence): Buffer =>
  levels === 1 ? wrap() : wrap(nested(levels - 1, wrap));

describe('the limits on ASN.1 of others', () => {
  it.each([
    ['as many elements as are allowed', sequence(nulls(elements - 1)), true],
    ['one element more', sequence(nulls(elements)), false],
    ['as many in lists of indefinite length', indefinite(nulls(elements - 2), indefinite()), true],
    ['one more in lists of indefinite length', indefinite(nulls(elements - 1), indefinite()), false],
    ['the greatest depth', nested(depth), true],
    ['a greater depth', nested(depth + 1), false],
    ['the greatest depth of indefinite lengths', nested(depth, indefinite), true],
    ['a greater depth of indefinite lengths', nested(depth + 1, indefinite), false],
    ['the longest object identifier', sequence(writeDer(6, Buffer.alloc(objectIdBytes, 1))), true],
    ['a longer one', sequence(writeDer(6, Buffer.alloc(objectIdBytes + 1, 1))), false],
    ['a longer relative one', sequence(writeDer(13, Buffer.alloc(objectIdBytes + 1, 1))), false],
    ['a longer one that is called constructed', writeDer(0x26, Buffer.alloc(objectIdBytes + 2, NULL)), false],
    ['a long octet string', sequence(writeDer(4, nulls(9 * elements))), true],
    ['a tag of several bytes', sequence(Buffer.of(0x1f, 0x81, 1, 0)), false],
    ['an element that is longer than the list around it', Buffer.of(0x30, 2, 5, 2, 0, 0), false],
    ['a list that is longer than the bytes', sequence(NULL).subarray(0, -1), false],
    ['a length of more bytes than are there', Buffer.of(0x30, 0x82, 1), false],
    ['a length of five bytes', Buffer.of(0x30, 0x85, 0, 0, 0, 0, 0), false],
    ['a length with leading zeros', Buffer.of(0x30, 0x84, 0, 0, 0, 2, 5, 0), true],
    ['no end of an indefinite length', indefinite(NULL).subarray(0, -1), false],
    ['an end where there is nothing to end', sequence(END), false],
    ['an indefinite length without parts', Buffer.concat([Buffer.of(4, 0x80), END]), false],
    ['bytes behind the element', Buffer.concat([NULL, Buffer.alloc(9_000, 0xff)]), true],
    ['nothing', Buffer.alloc(0), false],
  ])('allow or refuse %s', (_, bytes, expected) => expect(isWithin(bytes)).toBe(expected));

  it('count elements and depth correctly, whatever the elements contain', () => {
    interface Tree {
      readonly bytes: Buffer;
      readonly count: number;
      readonly depth: number;
    }
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc
          .tuple(fc.constantFrom(2, 3, 4, 12, 0x80), fc.uint8Array({ maxLength: 200 }))
          .map(([tag, content]): Tree => ({ bytes: writeDer(tag, content), count: 1, depth: 1 })),
        fc.tuple(fc.constantFrom(sequence, indefinite), fc.array(tie('tree'), { maxLength: 6 })).map(
          ([wrap, parts]): Tree => ({
            bytes: wrap(...parts.map(({ bytes }) => bytes)),
            count: 1 + parts.reduce((sum, { count }) => sum + count, 0),
            depth: 1 + Math.max(0, ...parts.map(({ depth: of }) => of)),
          }),
        ),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.nat({ max: depth }), ({ bytes, count, depth: own }, outer) => {
        // Siblings are added up to the limit on elements and one beyond it. Wrappers are added up to the
        // limit on depth and beyond it.
        const filled = (more: number) => sequence(bytes, nulls(elements - count - 1 + more));
        expect([isWithin(filled(0)), isWithin(filled(1))]).toEqual([true, false]);
        const deep = Array.from({ length: outer }).reduce<Buffer>((inner) => sequence(inner), bytes);
        expect(isWithin(deep)).toBe(own + outer <= depth);
      }),
    );
  });

  it('leave a genuine seal with a timestamp room for twice as much', async () => {
    const authority = await startTimestampServer();
    const clock = { now: () => new Date() };
    const content = { type: OID.data, bytes: Buffer.from('a document'), detached: true };
    const cms = await signCms(content, rsaIdentity(), async (signature) => {
      const { token } = await requestTimestamp(
        { url: authority.url, roots: authority.roots, clock },
        signature,
      );
      return token;
    }).finally(() => authority.close());
    expect(isWithin(sequence(cms, cms))).toBe(true);
  });

  it.each(Object.entries(HOSTILE_ASN1))('refuse %s before the library parses it', async (_, bytes) => {
    expect(() => readAsn1(bytes)).toThrow(new Asn1Refused('the ASN.1 exceeds a limit or is damaged'));
    expect(() => parseCms(bytes)).toThrow(CmsInvalid);
    await expect(verifyTimestampToken(bytes, bytes, [])).rejects.toThrow(TimestampInvalid);
  });
});
