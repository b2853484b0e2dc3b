import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { documentInput } from '../delivery/pdf/document-input.js';
import { renderDocument } from '../delivery/pdf/render-document.js';
import { ndaAfter } from '../nda/testing/given.js';
import { NDA_ID, partsOf, recordedStory, withheldInFirstFormat } from '../delivery/testing/signed-nda.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import { silentLogger } from '../platform/logging/logger.js';
import { PdfSeal, type PdfSealParts } from '../pades/pdf-seal.js';
import { ecIdentity, rsaIdentity } from '../pades/testing/fixtures.js';
import { samplePdf } from '../pades/testing/sample-pdf.js';
import { startTimestampServer, type TimestampServer } from '../pades/testing/timestamp-authority.js';
import { requestTimestamp } from '../pades/timestamp.js';
import { type DocumentRecord, verifyDocument, type VerificationParts } from './verify-document.js';
import { tenthUnlessLong } from '../platform/testing/long-run.js';

const IDENTITY = rsaIdentity();
const NOW = new Date('2026-11-12T14:00:00Z');
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const sealer = (parts: Partial<PdfSealParts> = {}): PdfSeal =>
  new PdfSeal({
    identity: IDENTITY,
    clock: { now: () => NOW },
    logger: silentLogger,
    certificates: { keep: async () => {} },
    ...parts,
  });

async function rendered(language: 'de' | 'en'): Promise<Buffer> {
  const events = recordedStory({ terms: { language } });
  return (await renderDocument(documentInput(ndaAfter(events), events, partsOf(events)))).bytes;
}

describe('verifyDocument', () => {
  let authority: TimestampServer;
  let unsealed: Buffer;
  let pdf: Buffer;
  beforeAll(async () => {
    authority = await startTimestampServer();
    unsealed = await rendered('de');
    ({ bytes: pdf } = await sealer().seal(unsealed, 'Test'));
  });
  afterAll(() => authority.close());

  const onRecord = (change: Partial<DocumentRecord> = {}): VerificationParts => ({
    trust: async () => ({
      fingerprints: new Set([IDENTITY.certificateHash]),
      timestampRoots: authority.roots,
    }),
    record: async ({ evidence, documentHash, certificateHash }) => ({
      sealed: evidence.ndaId === NDA_ID && documentHash === sha256(pdf),
      known: certificateHash === IDENTITY.certificateHash,
      erased: false,
      disputed: false,
      stream: 'whole',
      ...change,
    }),
    now: () => NOW,
  });
  const NOTHING = { signatures: [], ndaId: undefined, completedAt: undefined };

  it('returns who signed what and when for an unchanged file', async () => {
    expect(await verifyDocument(pdf, onRecord())).toEqual({
      verdict: 'authentic',
      reasons: ['seal_valid', 'timestamp_missing', 'evidence_consistent', 'record_found'],
      ndaId: NDA_ID,
      completedAt: '2026-11-12T13:35:28.000Z',
      signatures: [
        { role: 'party1', name: 'Katharina Brandstetter', at: '2026-11-12T13:33:14.000Z', valid: true },
        { role: 'party2', name: 'Łukasz Achterberg', at: '2026-11-12T13:34:21.000Z', valid: true },
        {
          role: 'seal',
          name: expect.any(String),
          at: NOW.toISOString(),
          valid: true,
          timestamped: false,
          certificateHash: IDENTITY.certificateHash,
        },
      ],
    });
  });

  it('reports that some of the evidence cannot be recomputed', async () => {
    const events = recordedStory();
    const parts = withheldInFirstFormat(partsOf(events), 5);
    const { bytes } = await renderDocument(documentInput(ndaAfter(events), events, parts));
    const sealed = await sealer().seal(bytes, 'Test');
    const { verdict, reasons } = await verifyDocument(sealed.bytes, onRecord({ sealed: true }));
    expect([verdict, ...reasons]).toEqual([
      'authentic',
      'seal_valid',
      'timestamp_missing',
      'evidence_consistent_in_part',
      'record_found',
    ]);
  });

  it('takes the time from a trusted timestamp if there is one', async () => {
    const stamped = (at: Date): PdfSealParts['timestamp'] => {
      authority.behave({ time: at });
      return (signature) =>
        requestTimestamp(
          { url: authority.url, roots: authority.roots, clock: { now: () => NOW } },
          signature,
        );
    };
    const at = new Date('2026-11-12T14:00:07Z');
    const { bytes } = await sealer({ timestamp: stamped(at) }).seal(await rendered('en'), 'Test');
    const parts = onRecord({ sealed: true });
    const found = await verifyDocument(bytes, parts);
    expect(found).toMatchObject({
      verdict: 'authentic',
      reasons: expect.arrayContaining(['timestamp_valid']),
    });
    expect(found.signatures.at(-1)).toMatchObject({ at: at.toISOString(), timestamped: true });
    const stranger = await verifyDocument(bytes, {
      ...parts,
      trust: async () => ({ ...(await parts.trust()), timestampRoots: [] }),
    });
    expect(stranger).toMatchObject({
      verdict: 'authentic',
      reasons: expect.arrayContaining(['timestamp_unknown']),
    });
    expect(stranger.signatures.at(-1)).toMatchObject({ at: NOW.toISOString(), timestamped: false });
  });

  it.each([
    ['an erased agreement', { erased: true }, 'authentic', 'record_erased'],
    ['a disputed signature', { disputed: true }, 'authentic', 'signature_disputed'],
    ['a closed record', { stream: 'closed', disputed: true }, 'unknown', 'record_closed'],
    ['a closed record without the file', { stream: 'closed', known: false }, 'unknown', 'record_closed'],
    ['an ended record', { stream: 'ended' }, 'authentic', 'record_closed'],
    ['an ended record without the file', { stream: 'ended', sealed: false }, 'unknown', 'record_closed'],
    ['a file that is not on record', { sealed: false }, 'unknown', 'not_recorded'],
  ] as const)('recognises %s', async (_, record, verdict, reason) => {
    const found = await verifyDocument(pdf, onRecord(record));
    expect(found.verdict).toBe(verdict);
    expect(found.reasons).toContain(reason);
    // If the service cannot vouch for a file, the result reveals nothing of its content.
    if (verdict === 'unknown') expect({ ...NOTHING, ...found }).toMatchObject(NOTHING);
  });

  it('verifies without a record, and reports that', async () => {
    const found = await verifyDocument(pdf, { ...onRecord(), record: undefined });
    expect(found).toMatchObject({
      verdict: 'authentic',
      reasons: expect.arrayContaining(['record_unavailable']),
    });
  });

  it('throws if the record cannot be read', async () => {
    const record = () => Promise.reject(new EventStoreUnavailable('away'));
    await expect(verifyDocument(pdf, { ...onRecord(), record })).rejects.toThrow(EventStoreUnavailable);
  });

  it('accepts a certificate that has expired since', async () => {
    const found = await verifyDocument(pdf, { ...onRecord(), now: () => new Date('2200-01-01T00:00:00Z') });
    expect(found).toMatchObject({
      verdict: 'authentic',
      reasons: expect.arrayContaining(['certificate_expired']),
    });
  });

  const flipped = (at: number, flip: number): Buffer => {
    const changed = Buffer.from(pdf);
    changed[at] = (changed[at] ?? 0) ^ flip;
    return changed;
  };

  it('never calls a file authentic if any byte differs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(pdf.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        expect((await verifyDocument(flipped(at, flip), onRecord())).verdict).not.toBe('authentic');
      }),
      { numRuns: tenthUnlessLong(500) },
    );
  });

  it('reveals nothing about a changed file, with a record or without', async () => {
    const parts = { ...onRecord(), record: undefined };
    await fc.assert(
      fc.asyncProperty(fc.nat(pdf.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const found = await verifyDocument(flipped(at, flip), parts);
        expect(found.verdict).not.toBe('authentic');
        expect({ ...NOTHING, ...found }).toMatchObject(NOTHING);
      }),
      { numRuns: tenthUnlessLong(500) },
    );
  });

  const around = (mark: string): number => pdf.indexOf(mark);
  it.each<[string, () => Buffer, string, string]>([
    [
      'a changed byte',
      () => Buffer.concat([pdf.subarray(0, 5000), Buffer.of((pdf[5000] ?? 0) ^ 1), pdf.subarray(5001)]),
      'altered',
      'content_changed',
    ],
    ['bytes appended', () => Buffer.concat([pdf, Buffer.from('\n% a note')]), 'altered', 'bytes_appended'],
    ['a missing end', () => pdf.subarray(0, -500), 'altered', 'truncated'],
    ['half of it', () => unsealed.subarray(0, unsealed.length / 2), 'unknown', 'truncated'],
    [
      'other bytes in place of the padding',
      () => {
        const end = pdf.indexOf('>', around('/Contents <')) - 2;
        return Buffer.concat([pdf.subarray(0, end), Buffer.from('01'), pdf.subarray(end + 2)]);
      },
      'altered',
      'seal_incomplete',
    ],
    ['the seal left out', () => unsealed, 'unknown', 'no_seal'],
    [
      'a second signature',
      () =>
        Buffer.concat([
          pdf,
          Buffer.from('\n1 0 obj\n<< /ByteRange [0 10 20 30] /Contents <00> >>\nendobj\n%%EOF'),
        ]),
      'altered',
      'several_signatures',
    ],
    ['no PDF', () => Buffer.from('Hello'), 'unknown', 'not_a_pdf'],
    ['nothing', () => Buffer.alloc(0), 'unknown', 'not_a_pdf'],
    [
      'an encrypted file',
      () =>
        Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<< /Encrypt 1 0 R >>\nstartxref\n0\n%%EOF'),
      'unknown',
      'encrypted',
    ],
    [
      'a damaged signature',
      () =>
        Buffer.from(
          '%PDF-1.7\n<< /ByteRange [0 10 60 5] /Contents <ff> >>\n%%EOF                                  ',
        ),
      'unknown',
      'damaged',
    ],
    [
      'text that looks like a signature',
      () => Buffer.from('%PDF-1.7\n(/ByteRange is a word)\n%%EOF'),
      'unknown',
      'damaged',
    ],
    ['ten million zeros', () => Buffer.alloc(10_000_000), 'unknown', 'not_a_pdf'],
    ['ten million bytes of headers', () => Buffer.alloc(10_000_000, '%PDF-'), 'unknown', 'truncated'],
    [
      'ten million bytes of marks',
      () => Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(9_999_000, '/ByteRange [')]),
      'unknown',
      'damaged',
    ],
    [
      'a signature placeholder as long as the file',
      () =>
        Buffer.concat([
          Buffer.from('%PDF-1.7 /ByteRange [0 60 9000000 5]'),
          Buffer.alloc(9_000_000, '0'),
          Buffer.from('%%EOF'),
        ]),
      'unknown',
      'foreign_seal',
    ],
  ])('%s', async (_, file, verdict, reason) => {
    expect(await verifyDocument(file(), onRecord())).toEqual({ verdict, reasons: [reason], signatures: [] });
  });

  it('does not accept a file of the service without evidence', async () => {
    const { bytes } = await sealer().seal(samplePdf(), 'Test');
    expect(await verifyDocument(bytes, onRecord())).toEqual({
      verdict: 'altered',
      reasons: ['evidence_broken'],
      signatures: [],
    });
  });

  it('reveals nothing about a file that somebody else sealed', async () => {
    const { bytes } = await sealer({ identity: ecIdentity() }).seal(unsealed, 'Test');
    expect(await verifyDocument(bytes, onRecord())).toEqual({
      verdict: 'unknown',
      reasons: ['foreign_seal'],
      signatures: [],
    });
  });

  it('does not accept a seal of the service cut out of another file', async () => {
    const { bytes } = await sealer().seal(await rendered('en'), 'Test');
    const place = (file: Buffer): [number, number] => [
      file.indexOf('/Contents <') + 11,
      file.indexOf('>', file.indexOf('/Contents <')),
    ];
    const [from, to] = place(pdf);
    const [other, end] = place(bytes);
    const forged = Buffer.concat([pdf.subarray(0, from), bytes.subarray(other, end), pdf.subarray(to)]);
    expect(await verifyDocument(forged, onRecord())).toMatchObject({
      verdict: 'altered',
      reasons: ['content_changed'],
    });
  });
});
