import { createHash, generateKeyPairSync } from 'node:crypto';
import { issueCertificate } from '../pades/issue-certificate.js';
import { certificateBytes } from '../pades/parse-cms.js';
import type { SealIdentity } from '../pades/seal-identity.js';
import { startTimestampServer, type TimestampServer } from '../pades/testing/timestamp-authority.js';
import { checked, LATER, NOW, sealed, stampedBy } from './testing/sealing.js';
import { type Verification, verifyDocument } from './verify-document.js';

const after = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

/**
 * Returns an identity whose certificate is valid between these two times. The identity object itself states a
 * longer validity, so it can seal at any time.
 */
async function livingFrom(notBefore: Date, notAfter: Date): Promise<SealIdentity> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = certificateBytes(
    await issueCertificate(
      { subject: 'Siegel', publicKey, notBefore, notAfter, keyUsage: ['digitalSignature'] },
      privateKey,
    ),
  );
  const certificateHash = createHash('sha256').update(certificate).digest('hex');
  return { chain: [certificate], key: privateKey, certificateHash, notBefore: new Date(0), notAfter: LATER };
}

describe('a seal', () => {
  let authority: TimestampServer;
  beforeAll(async () => {
    authority = await startTimestampServer();
  });
  afterAll(() => authority.close());

  const onRecord = (pdf: Buffer, { certificateHash }: SealIdentity, now = LATER): Promise<Verification> =>
    verifyDocument(pdf, {
      trust: async () => ({
        fingerprints: new Set([certificateHash]),
        timestampRoots: authority.roots,
      }),
      record: async () => ({ sealed: true, known: true, erased: false, disputed: false, stream: 'whole' }),
      now: () => now,
    });

  it.each([
    ['at the first second', -10, 3600],
    ['at the last second', -3600, -10],
  ])('is authentic with a timestamp of its certificate %s', async (_, from, to) => {
    const identity = await livingFrom(after(from), after(to));
    const pdf = await sealed(identity, stampedBy(authority, after(-10)));
    const found = await checked(pdf, { identity, timestampRoots: authority.roots });
    expect(found).toMatchObject({
      verdict: 'authentic',
      reasons: expect.arrayContaining(['timestamp_valid']),
    });
    expect(found.reasons).not.toContain('certificate_not_valid');
    expect(found.signatures.at(-1)).toMatchObject({ at: after(-10).toISOString(), timestamped: true });
  });

  it.each([
    ['a time before its certificate began', -10, 3600, -11],
    ['a time after its certificate ended', -3600, 10, 11],
  ])('leaves the verdict unknown with a timestamp of %s', async (_, from, to, at) => {
    const identity = await livingFrom(after(from), after(to));
    const pdf = await sealed(identity, stampedBy(authority, after(at)));
    expect(await checked(pdf, { identity, timestampRoots: authority.roots })).toEqual({
      verdict: 'unknown',
      reasons: ['certificate_not_valid'],
      signatures: [],
    });
    // The file is on record. Its timestamp is outside the certificate's validity, so the result shows the
    // time that the seal states.
    const found = await onRecord(pdf, identity);
    expect(found).toMatchObject({
      verdict: 'authentic',
      reasons: ['seal_valid', 'certificate_not_valid', 'evidence_consistent', 'record_found'],
    });
    expect(found.signatures.at(-1)).toMatchObject({ at: NOW.toISOString(), timestamped: false });
  });

  it.each([
    ['at the first second', 0, 3600, 'authentic'],
    ['at the last second', -3600, 0, 'authentic'],
    ['before the first', 1, 3600, 'unknown'],
    ['after the last', -3600, -1, 'unknown'],
  ])('is judged by its stated time if it has no timestamp: %s', async (_, from, to, verdict) => {
    const identity = await livingFrom(after(from), after(to));
    const found = await checked(await sealed(identity), { identity });
    expect(found.verdict).toBe(verdict);
    expect(found.reasons.includes('certificate_not_valid')).toBe(verdict === 'unknown');
  });

  it.each([
    [-301, 'unknown', 'time_ahead'],
    [-299, 'authentic', 'timestamp_missing'],
  ])('checked %d s after its stated time is %s without the record', async (s, verdict, reason) => {
    const identity = await livingFrom(after(-3600), after(3600));
    const pdf = await sealed(identity);
    const found = await checked(pdf, { identity, now: after(s) });
    expect(found.verdict).toBe(verdict);
    expect(found.reasons).toContain(reason);
    expect(await onRecord(pdf, identity, after(s))).toMatchObject({
      verdict: 'authentic',
      reasons: ['seal_valid', reason, 'evidence_consistent', 'record_found'],
    });
  });
});
