import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTILE_ASN1, hostileSeals } from '../../testing/faults/hostile-asn1.js';
import { encodeCms, FIRST_STYLE } from './build-cms.js';
import { elementsIn, readDer, writeDer } from './der.js';
import { namedCertificate } from './named-certificate.js';
import { OID } from './oids.js';
import { ecIdentity, rsaIdentity } from './testing/fixtures.js';
import { readSeal } from './verify-seal.js';

const [own] = rsaIdentity().chain;
const [other] = ecIdentity().chain;
const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'testing/cms', `${name}.der`));

/** Returns a seal whose SignedData has the parts that `change` returns. */
function changed(change: (parts: readonly Buffer[]) => readonly Buffer[]): Buffer {
  const content = { type: OID.data, bytes: Buffer.from('a document'), detached: true };
  const frame = { style: FIRST_STYLE, content, chain: [own] as const, key: rsaIdentity().key };
  const cms = encodeCms(frame, Buffer.alloc(256, 1));
  const [type, wrapped] = elementsIn(readDer(cms));
  const [signed] = wrapped === undefined ? [] : elementsIn(wrapped);
  if (type === undefined || signed === undefined) throw new Error('this is no CMS');
  const parts = elementsIn(signed).map(({ bytes }) => bytes);
  return writeDer(0x30, type.bytes, writeDer(0xa0, writeDer(0x30, ...change(parts))));
}
const NULL = Buffer.of(5, 0);
/** Indexes of the parts in a SignedData without revocation lists. */
const [VERSION, DIGESTS, CERTIFICATES, SIGNERS] = [0, 1, 3, 4];

describe('the certificate that a signature names', () => {
  it('is found in seals, and in signatures of other programs', () => {
    expect(namedCertificate(changed((parts) => parts))?.equals(own)).toBe(true);
    for (const name of ['pss-sha512', 'pkcs1-sha384-keyid', 'holds-content'])
      expect(namedCertificate(fixture(name))?.length).toBeGreaterThan(256);
    expect(namedCertificate(fixture('two-signers'))).toBeUndefined();
    expect(namedCertificate(fixture('without-certificate'))).toBeUndefined();
  });

  it('is found in other structures and spellings than those of our seals', () => {
    const spelled: readonly Buffer[] = [
      changed((parts) => parts.with(VERSION, Buffer.of(2, 1, 3))),
      changed((parts) => parts.with(CERTIFICATES, writeDer(0xa0, other, own, other))),
      changed((parts) => parts.toSpliced(CERTIFICATES + 1, 0, writeDer(0xa1, writeDer(0x30, NULL)))),
      Buffer.concat([Buffer.of(0x30, 0x80), readDer(changed((parts) => parts)).content, Buffer.alloc(2)]),
      Buffer.concat([changed((parts) => parts), Buffer.alloc(9_000)]),
    ];
    for (const cms of spelled) expect(namedCertificate(cms)?.equals(own)).toBe(true);
  });

  it.each<[string, (parts: readonly Buffer[]) => readonly Buffer[]]>([
    ['no certificate', (parts) => parts.toSpliced(CERTIFICATES, 1)],
    ['only another certificate', (parts) => parts.with(CERTIFICATES, writeDer(0xa0, other))],
    ['a certificate that is none', (parts) => parts.with(CERTIFICATES, writeDer(0xa0, own, writeDer(0x30)))],
    ['another element', (parts) => parts.with(CERTIFICATES, writeDer(0xa0, own, writeDer(0xa1, NULL)))],
    ['an empty revocation list', (parts) => parts.toSpliced(SIGNERS, 0, writeDer(0xa1, writeDer(0x30)))],
    ['something behind the signers', (parts) => [...parts, NULL]],
    ['no signer', (parts) => parts.with(SIGNERS, writeDer(0x31))],
    ['no version', (parts) => parts.slice(1)],
  ])('is not found in a CMS with %s', (_, change) =>
    expect(namedCertificate(changed(change))).toBeUndefined(),
  );

  it('is not looked for in more than 4,000 elements', () => {
    const filled = (count: number): Buffer =>
      changed((parts) => parts.with(DIGESTS, writeDer(0x31, Buffer.alloc(2 * count, NULL))));
    // Number of elements in the CMS, not counting the added nulls. The library that other specs use cannot
    // count so many elements, so `elementCount` does it.
    const beside = elementCount(filled(0));
    expect(namedCertificate(filled(4_000 - beside))?.equals(own)).toBe(true);
    expect(namedCertificate(filled(4_001 - beside))).toBeUndefined();
  });

  it('is not found in hostile bytes', () => {
    for (const bytes of [...Object.values(HOSTILE_ASN1), Buffer.alloc(0), Buffer.alloc(500, 0x30)])
      expect(namedCertificate(bytes)).toBeUndefined();
  });

  it('is found or not in a number of steps that grows with the number of elements alone', () => {
    const cut = jest.spyOn(Buffer.prototype, 'subarray');
    const largest = Math.max(
      ...Object.values(hostileSeals(own)).map((bytes) => {
        cut.mockClear();
        namedCertificate(bytes);
        return cut.mock.calls.length;
      }),
    );
    cut.mockRestore();
    expect(largest).toBeLessThan(10 * 4_000);
  });

  it('is read from hostile seals by the strict reader, if they respect its limit of certificates', () => {
    const seals = hostileSeals(own);
    expect(() => readSeal(seals['a seal of many certificates'] as Buffer)).toThrow('unreadable');
    expect(readSeal(seals['a seal of many attributes'] as Buffer).certificate.equals(own)).toBe(true);
  });
});

/** Returns the number of elements in DER, without those inside primitive elements. */
function elementCount(bytes: Buffer): number {
  const element = readDer(bytes);
  const parts = (element.tag & 0x20) === 0 ? [] : elementsIn(element);
  return 1 + parts.reduce((sum, part) => sum + elementCount(part.bytes), 0);
}
