import { EVIDENCE_BYTES_MAX } from '@siegel/contracts/evidence/evidence';
import { agreementText } from '@siegel/contracts/testing/agreement-text';
import { readPdf } from '../testing/read-pdf.js';
import { ndaAfter } from '../../nda/testing/given.js';
import { partsOf, recordedStory, type Story, withheldInFirstFormat } from '../testing/signed-nda.js';
import { type DocumentInput, documentInput } from './document-input.js';
import { SUBSTITUTE } from './glyphs.js';
import { renderDocument } from './render-document.js';
import type { RenderedDocument } from './renderer.js';

const inputOf = (story: Story = {}): DocumentInput => {
  const events = recordedStory(story);
  return documentInput(ndaAfter(events), events, partsOf(events));
};

const rendered = new Map<string, Promise<RenderedDocument>>();
/** Renders each story only once, and keeps the result for all tests that only read it. */
function printed(story: Story = {}): Promise<RenderedDocument> {
  const key = JSON.stringify(story);
  const found = rendered.get(key) ?? renderDocument(inputOf(story));
  rendered.set(key, found);
  return found;
}

/** The layout breaks lines, so words are compared without white space. */
const squeezed = (text: string): string => text.replace(/\s+/g, '');

async function textOf(story: Story = {}): Promise<string> {
  const input = inputOf(story);
  const { bytes, pages } = await printed(story);
  const read = readPdf(bytes);
  expect(read.pages).toHaveLength(pages);
  const { page, hash } =
    input.language === 'de'
      ? { page: (n: number) => `Seite${n}von${pages}`, hash: 'Prüfsumme' }
      : { page: (n: number) => `Page${n}of${pages}`, hash: 'Checksum' };
  return read.pages
    .map((text, index) => {
      const footer = `${hash}${input.agreementHash}${page(index + 1)}`;
      expect(squeezed(text).endsWith(footer)).toBe(true);
      return squeezed(text).slice(0, -footer.length);
    })
    .join('');
}

describe('renderDocument', () => {
  it.each([
    ['de', { terms: { language: 'de' } }],
    [
      'en',
      {
        remote: true,
        terms: {
          language: 'en',
          penaltyClause: 'custom:1234567',
          duration: 'unlimited',
          returnOfMaterials: false,
        },
      },
    ],
    [
      'long',
      {
        personal: {
          ideaDescription: 'Ein langer Absatz über die Idee.\n'.repeat(150),
          permittedDisclosures: 'an Łódź und Großstraße\n'.repeat(20),
        },
      },
    ],
  ] as [string, Story][])('prints the agreement word for word (%s)', async (_, story) => {
    const input = inputOf(story);
    const all = await textOf(story);
    const agreed = squeezed(agreementText(input.agreement));
    expect(all.slice(0, agreed.length)).toBe(agreed);
  });

  it('makes the same bytes from the same history, and other bytes from another', async () => {
    const [first, again, other] = [
      await renderDocument(inputOf()),
      await renderDocument(inputOf()),
      await renderDocument(inputOf({ remote: true })),
    ];
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(other.bytes.equals(first.bytes)).toBe(false);
  });

  it('carries the date of completion, whatever the clock says', async () => {
    const { info } = readPdf((await printed()).bytes);
    expect(info).toContain("/CreationDate (D:20261112133528+00'00')");
    expect(info).toContain("/ModDate (D:20261112133528+00'00')");
  });

  it('embeds its fonts, and the file stays small', async () => {
    const { bytes } = await printed();
    const { fonts } = readPdf(bytes);
    expect(fonts.some((name) => name.includes('Brygada1918'))).toBe(true);
    expect(fonts.some((name) => name.includes('SourceSans'))).toBe(true);
    expect(bytes.length).toBeLessThan(150_000);
    expect(bytes.toString('latin1')).not.toMatch(/\/Sig\b|ByteRange/);
  });

  it('shows names, times in both time zones and the channel at the signatures', async () => {
    const german = await textOf();
    expect(german).toContain(
      squeezed(
        'Katharina Brandstetter für Brandstetter Feinmechanik GmbH Unterschrieben am 12. November 2026, 14:33 Uhr 2026-11-12 13:33:14 UTC',
      ),
    );
    expect(german).toContain(squeezed('gezeichnet auf dem Gerät der offenlegenden Partei'));
    const english = await textOf({ remote: true, typed: true, terms: { language: 'en' } });
    expect(english).toContain(squeezed('name typed through the link that was sent'));
    expect(english).toContain(squeezed('Signature of the Disclosing Party; name typed'));
  });

  it.each([
    ['de', {}],
    ['en', { remote: true, terms: { language: 'en' } }],
  ] as [string, Story][])(
    'keeps the signatures on the page where their section is (%s)',
    async (_, story) => {
      const { agreement } = inputOf(story);
      const { pages } = readPdf((await printed(story)).bytes);
      const [last] = agreement.sections.slice(-1);
      const page = pages.find((text) => squeezed(text).includes(squeezed('2026-11-12 13:33:14 UTC')));
      expect(squeezed(page ?? '')).toContain(
        squeezed(`${last?.heading}${agreement.language === 'de' ? 'Zuerst' : 'The Disclosing Party signs'}`),
      );
    },
  );

  it('lists the history with shortened addresses, old and new e-mail addresses, and hashes', async () => {
    const story = { remote: true, correctedEmail: 'neu@example.org' };
    const input = inputOf(story);
    const all = await textOf(story);
    for (const entry of input.audit) expect(all).toContain(entry.hash);
    expect(input.audit.map(({ revision }) => revision)).toEqual([0, 1, 3, 4, 5, 6, 7]);
    for (const shown of [
      '203.0.113.x',
      '2001:db8:85a3::/48',
      'neu@example.org',
      'lukasz@example.org',
      'katharina@example.org',
      squeezed('Bezahlt (Angabe des Dienstes)'),
      squeezed('Unterschrift der offenlegenden Partei; gezeichnet'),
    ])
      expect(all).toContain(shown);
    expect(all).not.toMatch(/3,98|Zahlung\w* (?:angefordert|eingegangen)|203\.0\.113\.77/);
    expect(all).not.toContain(SUBSTITUTE);
  });

  it.each([
    ['de', 'auch ohne uns nachrechnen.', 'die Kette der Einträge aber nicht ganz'],
    ['en', 'can be recomputed without us.', 'but not the whole chain of entries'],
  ] as const)(
    'says that some of it cannot be recomputed, but only if that is so (%s)',
    async (language, all, part) => {
      const events = recordedStory({ terms: { language } });
      const inPart = documentInput(ndaAfter(events), events, withheldInFirstFormat(partsOf(events), 4));
      const read = readPdf((await renderDocument(inPart)).bytes);
      const [plain, mixed] = [await textOf({ terms: { language } }), squeezed(read.pages.join(''))];
      expect([plain.includes(squeezed(all)), plain.includes(squeezed(part))]).toEqual([true, false]);
      expect([mixed.includes(squeezed(all)), mixed.includes(squeezed(part))]).toEqual([false, true]);
    },
  );

  it('draws a visible substitute for a character that none of the fonts has', async () => {
    const all = await textOf({ personal: { party2Name: '王 Иванов Δ\u200b Nguyễn\u0301 😀' } });
    expect(all).toContain(`${SUBSTITUTE}ИвановΔNguyễ`);
    expect(all).not.toContain('\u0000');
  });

  it('renders two documents at once', async () => {
    const alone = await printed();
    const both = await Promise.all([renderDocument(inputOf()), renderDocument(inputOf({ remote: true }))]);
    expect(both[0].bytes.equals(alone.bytes)).toBe(true);
  });
});

describe('documentInput', () => {
  it('ends at the revision at which the NDA was complete and paid', () => {
    const events = recordedStory();
    const last = events.at(-1);
    const later = [
      ...events,
      {
        ...last,
        revision: 99,
        type: 'MailDelivered',
        open: { party: 1, messageId: 'x' },
      } as (typeof events)[number],
    ];
    expect(documentInput(ndaAfter(events), later, partsOf(events))).toEqual(
      documentInput(ndaAfter(events), events, partsOf(events)),
    );
  });

  it('refuses a history that is unsigned or erased, or whose text differs from the signed one', () => {
    const events = recordedStory();
    expect(() => documentInput(ndaAfter(events.slice(0, 2)), events.slice(0, 2), partsOf(events))).toThrow(
      'not_complete',
    );
    expect(() =>
      documentInput({ ...ndaAfter(events), personal: undefined }, events, partsOf(events)),
    ).toThrow('history_erased');
    expect(() =>
      documentInput({ ...ndaAfter(events), issueDate: '2026-11-13' }, events, partsOf(events)),
    ).toThrow('agreement_mismatch');
  });

  it('refuses evidence that is too long for its own check', () => {
    const events = recordedStory();
    const parts = partsOf(events);
    const withheld = {
      revision: 1,
      content: 'c'.repeat(64),
      previousHash: 'p'.repeat(64),
      hash: 'h'.repeat(64),
    };
    const of = (count: number) => ({
      ...parts,
      history: [...parts.history, ...Array.from({ length: count }, () => withheld)],
    });
    const size = JSON.stringify(withheld).length + 1;
    const fits = Math.floor((EVIDENCE_BYTES_MAX - 100_000) / size);
    expect(() => documentInput(ndaAfter(events), events, of(fits))).not.toThrow();
    const tooMany = Math.ceil(EVIDENCE_BYTES_MAX / size);
    expect(() => documentInput(ndaAfter(events), events, of(tooMany))).toThrow('evidence_too_long');
  });
});
