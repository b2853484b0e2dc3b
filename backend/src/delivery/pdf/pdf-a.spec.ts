import { sectionLabel } from '@siegel/contracts/agreement/section-label';
import { checkEvidence } from '@siegel/contracts/evidence/check-evidence';
import { EVIDENCE_FILE_NAME, type Evidence } from '@siegel/contracts/evidence/evidence';
import { silentLogger } from '../../platform/logging/logger.js';
import { PdfSeal } from '../../pades/pdf-seal.js';
import { ecIdentity } from '../../pades/testing/fixtures.js';
import { checkPdfA } from '../testing/pdf-a.js';
import { ndaAfter } from '../../nda/testing/given.js';
import { partsOf, recordedStory, type Story, sha256 } from '../testing/signed-nda.js';
import { type DocumentInput, documentInput } from './document-input.js';
import { renderDocument } from './render-document.js';

const STORIES: [string, Story][] = [
  ['de', { personal: { party1Name: 'Anna <Öz> & "Söhne"', ideaTitle: ']]> & /ByteRange (x)' } }],
  ['en', { remote: true, terms: { language: 'en' } }],
];

function inputOf(story: Story): DocumentInput {
  const events = recordedStory(story);
  return documentInput(ndaAfter(events), events, partsOf(events));
}

describe.each(STORIES)('the document as PDF/A-3a and PDF/UA-1 (%s)', (language, story) => {
  const input = inputOf(story);
  let bytes: Buffer;
  beforeAll(async () => {
    ({ bytes } = await renderDocument(input));
  });

  it('follows the rules that its structure shows, sealed and unsealed', async () => {
    expect(checkPdfA(bytes).broken).toEqual([]);
    const seal = new PdfSeal({
      identity: ecIdentity(),
      clock: { now: () => new Date('2026-11-12T14:00:00Z') },
      logger: silentLogger,
      certificates: { keep: async () => {} },
    });
    const sealed = await seal.seal(bytes, 'Test');
    expect(checkPdfA(sealed.bytes).broken).toEqual([]);
  });

  it('states the same facts in both kinds of metadata, as well-formed XML', () => {
    const { xmp, catalog } = checkPdfA(bytes);
    const document = new DOMParserLike(xmp);
    expect(document.text('dc:title')).toBe(
      `${input.agreement.title}: ${input.agreement.parties.map(({ name }) => name.text).join(', ')}`,
    );
    expect(document.text('dc:language')).toBe(language);
    expect(document.text('xmp:ModifyDate')).toBe(document.text('xmp:CreateDate'));
    expect(document.text('xmp:CreateDate')).toBe(`${input.completedAt.slice(0, 19)}Z`);
    expect(catalog).toContain(`/Lang (${language})`);
  });

  it('contains the evidence, which proves itself', () => {
    const { attachments } = checkPdfA(bytes);
    expect([...attachments.keys()].toSorted()).toEqual([
      EVIDENCE_FILE_NAME,
      'signature-1.png',
      'signature-2.png',
    ]);
    const text = attachments.get(EVIDENCE_FILE_NAME)?.toString('utf8') ?? '';
    expect(text).toBe(input.evidence);
    expect(checkEvidence(text)).toMatchObject({ consistent: true, problems: [] });
    const { parties } = JSON.parse(text) as Evidence;
    for (const { signatureFile, signatureHash } of parties)
      expect(sha256(attachments.get(signatureFile) ?? Buffer.alloc(0))).toBe(signatureHash);
    // The received picture may have contained more than its pixels. The document contains only the pixels.
    const described = bytes.toString('latin1').match(/as it was kept|wie es aufbewahrt wurde/g);
    expect(described).toHaveLength(2);
  });

  it('has a structure of headings, lists, tables and pictures, and alternative texts', () => {
    const { structure } = checkPdfA(bytes);
    const { sections, parties } = input.agreement;
    const items = sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'list' ? block.items : [])),
    );
    const count = (type: string): number => structure.filter((one) => one === type).length;
    expect(structure.slice(0, 4)).toEqual(['Document', 'H1', 'P', 'P']);
    expect(structure.filter((one) => /^H\d/.test(one))).toEqual([
      'H1',
      ...sections.map(() => 'H2'),
      'H1',
      'H2',
    ]);
    expect([count('LI'), count('Lbl'), count('LBody')]).toEqual(Array(3).fill(items.length));
    const quoted = sections[0]?.blocks.filter(({ kind }) => kind === 'quote') ?? [];
    expect(count('BlockQuote')).toBe(quoted.length);
    // The table of facts has two columns. The table of the history has four columns and a header row.
    const facts = 6;
    expect([count('Table'), count('TR'), count('TH'), count('TD')]).toEqual([
      2,
      facts + 1 + input.audit.length,
      facts + 4 + input.audit.length,
      facts + 3 * input.audit.length,
    ]);
    const sign = language === 'de' ? 'Unterschrift' : 'Signature';
    expect(structure.filter((one) => one.startsWith('Figure'))).toEqual(
      parties.map(({ name }) => `Figure: ${sign}: ${name.text}`),
    );
  });

  it('has an outline of its sections', () => {
    const { agreement } = input;
    expect(checkPdfA(bytes).outline).toEqual([
      agreement.title,
      ...agreement.sections.map(
        ({ number, heading }) => `${sectionLabel(number, agreement.language)} ${heading}`,
      ),
      language === 'de' ? 'Protokoll' : 'Log',
    ]);
  });
});

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** A minimal XML check: tags are closed in the right order, and no text contains an unescaped `<` or `&`. */
class DOMParserLike {
  constructor(private readonly xml: string) {
    const open: string[] = [];
    for (const [, closing, name = '', selfClosing] of xml
      .replaceAll(/<\?.*?\?>/gs, '')
      .matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g)) {
      if (closing === '/') expect(open.pop()).toBe(name);
      else if (selfClosing !== '/') open.push(name);
    }
    expect(open).toEqual([]);
    const texts = xml.replaceAll(/<[^<>]*>/gs, '');
    expect(texts).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|apos);)/);
  }

  text(name: string): string {
    const inner = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(this.xml)?.[1] ?? '';
    return inner.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
  }
}
