import { parseCms, timestampTokenOf } from './parse-cms.js';
import { OID } from './oids.js';
import { withSignaturePlaceholder } from './placeholder.js';
import type { SealIdentity } from './seal-identity.js';
import { signPdf } from './sign-pdf.js';
import { ecIdentity, rsaIdentity } from './testing/fixtures.js';
import { samplePdf } from './testing/sample-pdf.js';
import { splitSignedPdf } from './testing/signed-pdf-parts.js';
import { verifyCms } from './verify-cms.js';
import { isLongRun } from '../platform/testing/long-run.js';

const appearance = {
  reason: 'Test',
  name: 'Test',
  at: new Date('2026-11-21T08:00:00Z'),
  level: 'B-B' as const,
};
/**
 * Number of bytes from one changed byte to the next. `flip` changes bit `place % 8`, so an odd number covers
 * every bit position.
 */
const STEP = isLongRun() ? 1 : 7;
/** The identity without the issuers' certificates, so that each verification has fewer bytes to parse. */
const short: SealIdentity = { ...ecIdentity(), chain: [ecIdentity().chain[0]] };
const prepared = withSignaturePlaceholder(samplePdf(), appearance, 16_384);

async function holds(pdf: Buffer): Promise<boolean> {
  try {
    const { covered, cms } = splitSignedPdf(pdf);
    await verifyCms(parseCms(cms), covered);
    return true;
  } catch {
    return false;
  }
}

describe('signPdf', () => {
  it.each([
    ['RSA', rsaIdentity],
    ['ECDSA', ecIdentity],
  ])('covers the whole file except the room for itself: %s', async (_, identityOf) => {
    const pdf = await signPdf(prepared, identityOf());
    const { byteRange } = splitSignedPdf(pdf);
    expect((byteRange[2] ?? 0) + (byteRange[3] ?? 0)).toBe(pdf.length);
    expect(pdf.toString('latin1')).toMatch(/%%EOF$/);
    expect(await holds(pdf)).toBe(true);
  });

  it('carries the baseline attributes, the algorithms and the chain, but no signing time', async () => {
    const identity = rsaIdentity();
    const { signer, signed, contentType, content } = parseCms(
      splitSignedPdf(await signPdf(prepared, identity)).cms,
    );
    expect(signer.signedAttrs?.attributes.map(({ type }) => type).toSorted()).toEqual(
      [OID.contentType, OID.messageDigest, OID.signingCertificateV2, OID.algorithmProtection].toSorted(),
    );
    // DER requires that the elements of a SET OF are sorted by their bytes.
    const encoded =
      signer.signedAttrs?.attributes.map((one) => Buffer.from(one.toSchema().toBER(false))) ?? [];
    expect(encoded).toEqual(encoded.toSorted((a, b) => Buffer.compare(a, b)));
    expect([contentType, content]).toEqual([OID.data, undefined]);
    expect(signed.certificates).toHaveLength(3);
    expect(signer.digestAlgorithm.algorithmId).toBe(OID.sha256);
    expect(signer.unsignedAttrs).toBeUndefined();
  });

  it('gives the same bytes for the same input', async () => {
    const [one, other] = [await signPdf(prepared, rsaIdentity()), await signPdf(prepared, rsaIdentity())];
    expect(one.equals(other)).toBe(true);
  });

  it('requests a timestamp of the signature and adds it', async () => {
    const token = parseCmsBytes(await signPdf(prepared, ecIdentity()));
    const asked: Buffer[] = [];
    const pdf = await signPdf(prepared, rsaIdentity(), (signature) => {
      asked.push(signature);
      return Promise.resolve(token);
    });
    const cms = parseCms(splitSignedPdf(pdf).cms);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.equals(cms.signature)).toBe(true);
    expect(timestampTokenOf(cms)?.equals(token)).toBe(true);
    expect(await holds(pdf)).toBe(true);
  });

  const flip = (bytes: Buffer, place: number): Buffer => {
    const flipped = Buffer.from(bytes);
    flipped[place] = (flipped[place] ?? 0) ^ (1 << (place % 8));
    return flipped;
  };

  /** Flips one bit in every `STEP`th byte, one byte at a time. */
  it('becomes invalid if any byte of the document changes', async () => {
    const pdf = await signPdf(prepared, short);
    const { byteRange, covered, cms } = splitSignedPdf(pdf);
    const parsed = parseCms(cms);
    const unnoticed: number[] = [];
    for (let place = 0; place < covered.length; place += STEP) {
      await verifyCms(parsed, flip(covered, place)).then(
        () => unnoticed.push(place),
        () => undefined,
      );
    }
    // Also changes the bytes from `/ByteRange` up to the `<` before the signature, and the `>` after it.
    const range = pdf.indexOf('/ByteRange');
    for (let place = range; place <= (byteRange[1] ?? 0); place += STEP)
      if (await holds(flip(pdf, place))) unnoticed.push(place);
    if (await holds(flip(pdf, (byteRange[2] ?? 0) - 1))) unnoticed.push(-1);
    expect(covered.length).toBeGreaterThan(1000);
    expect(unnoticed).toEqual([]);
  });

  it('becomes invalid if any signed byte of the CMS changes', async () => {
    const { cms, covered } = splitSignedPdf(await signPdf(prepared, short));
    const { signer, signature } = parseCms(cms);
    const attributes = Buffer.from(signer.signedAttrs?.encodedValue ?? new ArrayBuffer(0)).subarray(1);
    for (const part of [attributes, signature]) {
      const start = cms.indexOf(part);
      for (let place = start; place < start + part.length; place += STEP) {
        const check = async (): Promise<void> => verifyCms(parseCms(flip(cms, place)), covered);
        await expect(check()).rejects.toThrow();
      }
    }
  });

  it('reports a signature that does not fit', async () => {
    const big = {
      ...rsaIdentity(),
      chain: Array.from({ length: 20 }, () => rsaIdentity().chain[0]),
    } as unknown as ReturnType<typeof rsaIdentity>;
    await expect(signPdf(prepared, big)).rejects.toThrow('exceeds placeholder');
  });
});

function parseCmsBytes(pdf: Buffer): Buffer {
  const { cms } = splitSignedPdf(pdf);
  return cms.subarray(0, 4 + cms.readUInt16BE(2));
}
