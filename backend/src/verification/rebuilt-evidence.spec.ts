import { checkEvidence } from '@siegel/contracts/evidence/check-evidence';
import { EVIDENCE_FILE_NAME } from '@siegel/contracts/evidence/evidence';
import { documentInput } from '../delivery/pdf/document-input.js';
import { renderDocument } from '../delivery/pdf/render-document.js';
import { changedEvents, changedFields } from '../delivery/testing/evidence-changes.js';
import { partsOf, recordedStory, withheldInFirstFormat } from '../delivery/testing/signed-nda.js';
import { ndaAfter } from '../nda/testing/given.js';
import { PdfSeal } from '../pades/pdf-seal.js';
import { readAttachment } from '../pades/read-attachment.js';
import { readSignatures } from '../pades/read-signature.js';
import { ecIdentity } from '../pades/testing/fixtures.js';
import { readSeal, isSealValid } from '../pades/verify-seal.js';
import { silentLogger } from '../platform/logging/logger.js';
import { withAttachment } from './testing/rebuilds.js';
import { twinOf } from './testing/twins.js';
import { additions } from './testing/updates.js';
import { verifyDocument } from './verify-document.js';

const NOW = new Date('2026-11-12T14:00:00Z');
const IDENTITY = ecIdentity();

let pdf: Buffer;
let text: string;
beforeAll(async () => {
  const events = recordedStory();
  // The file shows only hashes of the last two events, so only the seal binds these events.
  const parts = withheldInFirstFormat(withheldInFirstFormat(partsOf(events), 4), 5);
  const { bytes } = await renderDocument(documentInput(ndaAfter(events), events, parts));
  const certificates = { keep: async () => {} };
  const seal = new PdfSeal({
    identity: IDENTITY,
    clock: { now: () => NOW },
    logger: silentLogger,
    certificates,
  });
  ({ bytes: pdf } = await seal.seal(bytes, 'Test'));
  text = readAttachment(pdf, EVIDENCE_FILE_NAME)?.toString('utf8') ?? '';
});

const trust = { fingerprints: new Set([IDENTITY.certificateHash]), timestampRoots: [] };
const check = (file: Buffer) =>
  verifyDocument(file, { trust: async () => trust, record: undefined, now: () => NOW });

describe('a document with other evidence', () => {
  it('is authentic if unchanged, and would be consistent with other last events', async () => {
    expect(checkEvidence(text)).toMatchObject({ consistent: true, boundBySealOnly: [4, 5] });
    expect(await check(pdf)).toMatchObject({ verdict: 'authentic' });
    const unnoticed = changedEvents({ text }).filter(({ text: to }) => checkEvidence(to).consistent);
    expect(unnoticed.map(({ how, at }) => `${at} ${how}`)).toEqual([
      '4 exchanged with the next',
      '3 hashed anew',
      '4 hashed anew',
      '5 hashed anew',
    ]);
  });

  it('is altered by a change of any event, even if only the seal reveals it', async () => {
    for (const { how, at, text: to } of changedEvents({ text })) {
      const changed = withAttachment(pdf, EVIDENCE_FILE_NAME, to);
      expect(readAttachment(changed, EVIDENCE_FILE_NAME)?.toString('utf8') === to).toBe(true);
      const { verdict, reasons } = await check(changed);
      expect([how, at, verdict, ...reasons]).toEqual([how, at, 'altered', 'content_changed']);
    }
  });

  it('is altered by a change of any field', async () => {
    const all = changedFields({ text });
    for (const { path, text: to } of globalThis.TEST_WHOLE ? all : all.slice(0, 10)) {
      const { verdict, reasons } = await check(withAttachment(pdf, EVIDENCE_FILE_NAME, to));
      expect([path, verdict, ...reasons]).toEqual([path, 'altered', 'content_changed']);
    }
  });
});

describe('updates of a document', () => {
  it('are referred to from existing or added objects', async () => {
    const before = pdf.length;
    const twin = await twinOf(IDENTITY.chain);
    for (const { kind, name, make } of additions(pdf, twin)) {
      if (kind !== 'an update') continue;
      const added = (await make()).toString('latin1', before);
      const ids = [...added.matchAll(/^(\d+) 0 obj$/gm)].map(([, id]) => id);
      const isReferredTo = (id = ''): boolean =>
        added.includes(` ${id} 0 R`) || pdf.includes(` ${id} 0 R`) || pdf.includes(`[${id} 0 R`);
      expect([name, ids.filter((id) => !isReferredTo(id))]).toEqual([name, []]);
    }
  });

  it('may be a countersignature that is valid in itself', async () => {
    const made = [...additions(pdf, await twinOf(IDENTITY.chain))].find(
      ({ name }) => name === 'a countersignature',
    );
    const countersigned = (await made?.make()) ?? Buffer.alloc(0);
    const reading = readSignatures(countersigned);
    if ('problem' in reading) throw new Error(reading.problem);
    const holds = reading.signatures.map(async ({ coverage, cms, content }) => [
      coverage,
      await isSealValid(readSeal(cms ?? Buffer.alloc(0)), content()),
    ]);
    expect(await Promise.all(holds)).toEqual([
      ['appended', true],
      ['whole', true],
    ]);
    expect(await check(countersigned)).toMatchObject({ verdict: 'altered', reasons: ['several_signatures'] });
  });
});
