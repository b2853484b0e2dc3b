import type { SealLevel } from '../../pades/placeholder.js';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { TERM_FIELDS } from '@siegel/contracts/nda/term-fields';
import { PRINTABLE_RANGES } from '@siegel/contracts/validation/printable';
import { type DocumentInput, documentInput } from '../../delivery/pdf/document-input.js';
import { partsOf, recordedStory, type Story } from '../../delivery/testing/signed-nda.js';
import { ndaAfter } from '../../nda/testing/given.js';
import { recordedTerms } from '../../nda/testing/samples.js';
import type { SealKey } from './sample-seals.js';

export interface SampleDocument {
  /** Name of the document's file. */
  readonly name: string;
  readonly story: Story;
  readonly key: SealKey;
  readonly level: SealLevel;
}

const GERMAN = recordedTerms(SAMPLES.de);
const ENGLISH = recordedTerms(SAMPLES.en);

/** Repeats `words` up to `size` characters. A line break follows every fourth repetition. */
function longest(words: string, size: number): string {
  const line = `${words} `.repeat(4).trim();
  return `${line}\n`
    .repeat(Math.ceil(size / line.length))
    .slice(0, size - 1)
    .trimEnd()
    .concat('.');
}

const max = (
  field: 'ideaTitle' | 'ideaDescription' | 'party1Name' | 'party1Company' | 'permittedDisclosures',
) => TERM_FIELDS[field].max;

/** Every text has its maximum length. Some names are a single word that must be broken. */
const longTexts = (words: string): Story['personal'] => ({
  ideaTitle: longest(words, max('ideaTitle')).replaceAll('\n', ' '),
  ideaDescription: longest(words, max('ideaDescription')),
  party1Name: 'Brandstetter'.repeat(10).slice(0, max('party1Name')),
  party1Company: 'Feinmechanik '.repeat(10).slice(0, max('party1Company')).trim(),
  party2Name: 'Achterberg '.repeat(11).slice(0, max('party1Name')).trim(),
  party2Company: 'W'.repeat(max('party1Company')),
  permittedDisclosures: longest(words, max('permittedDisclosures')),
});

/** Every character that may be entered, with a space after every tenth character. */
const everyLetter = PRINTABLE_RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, step) => String.fromCodePoint(first + step)),
)
  .map((letter, index) => (index % 10 === 9 ? `${letter} ` : letter))
  .join('');

/** Sample documents for every variant of an agreement, and for each kind of key at each level. */
export const SAMPLE_DOCUMENTS: readonly SampleDocument[] = [
  { name: 'de-short', key: 'RSA', level: 'B-B', story: GERMAN },
  { name: 'de-default-seal', key: 'default', level: 'B-B', story: { ...GERMAN, typed: true } },
  { name: 'en-default-seal', key: 'default', level: 'B-T', story: ENGLISH },
  { name: 'en-short', key: 'P-256', level: 'B-T', story: { ...ENGLISH, remote: true, typed: true } },
  {
    name: 'de-longest',
    key: 'P-384',
    level: 'B-T',
    story: {
      terms: { ...GERMAN.terms, duration: 'unlimited', geographicScope: 'worldwide', penaltyClause: '100k' },
      personal: {
        ...GERMAN.personal,
        ...longTexts('Ein faltbarer Lastenanhänger für Fahrräder mit selbsttätiger Auflaufbremse'),
      },
      remote: true,
    },
  },
  {
    name: 'en-longest',
    key: 'RSA',
    level: 'B-T',
    story: {
      terms: { ...ENGLISH.terms, duration: '1y', penaltyClause: 'none', returnOfMaterials: false },
      personal: {
        ...ENGLISH.personal,
        ...longTexts('A bicycle whose frame carries thin solar cells that feed its hub motor all day'),
      },
      typed: true,
    },
  },
  {
    name: 'de-latin',
    key: 'P-256',
    level: 'B-B',
    story: {
      ...GERMAN,
      personal: {
        ...GERMAN.personal,
        party1Name: 'Ægir Þór Ñúñez Žižek',
        party2Name: 'Łukasz Ğüneş Šťastný',
        party2Company: 'Œuvres & Ĳssel s. r. o.',
      },
    },
  },
  {
    name: 'en-greek',
    key: 'P-384',
    level: 'B-B',
    story: {
      ...ENGLISH,
      personal: {
        ...ENGLISH.personal,
        ideaTitle: 'Ηλιακό ποδήλατο',
        ideaDescription:
          'Ένα ποδήλατο του οποίου ο σκελετός φέρει λεπτά ηλιακά στοιχεία για τον κινητήρα του.',
        party1Name: 'Ελένη Παπαδοπούλου',
      },
      typed: true,
    },
  },
  {
    name: 'de-cyrillic',
    key: 'RSA',
    level: 'B-T',
    story: {
      ...GERMAN,
      personal: {
        ...GERMAN.personal,
        ideaTitle: 'Складной прицеп для велосипеда',
        ideaDescription:
          'Складной грузовой прицеп для велосипеда с автоматическим тормозом наката и пружиной.',
        party2Name: 'Наталія Їжакевич',
        party2Company: 'Ђурић и синови',
      },
    },
  },
  {
    name: 'en-vietnamese',
    key: 'P-256',
    level: 'B-T',
    story: {
      ...ENGLISH,
      personal: {
        ...ENGLISH.personal,
        ideaTitle: 'Xe đạp chạy bằng năng lượng mặt trời',
        ideaDescription:
          'Một chiếc xe đạp có khung mang những tấm pin mặt trời mỏng nuôi động cơ suốt cả ngày.',
        party1Name: 'Nguyễn Thị Phượng',
      },
      remote: true,
    },
  },
  {
    name: 'de-every-letter',
    key: 'P-384',
    level: 'B-T',
    story: { ...GERMAN, personal: { ...GERMAN.personal, ideaDescription: everyLetter } },
  },
  { name: 'de-split', key: 'RSA', level: 'B-B', story: { ...GERMAN, remote: true, split: true } },
  {
    name: 'en-replaced',
    key: 'P-256',
    level: 'B-B',
    story: { ...ENGLISH, replaces: '019a7a0f-0000-7000-8000-00000000abcd' },
  },
  {
    name: 'de-corrected',
    key: 'P-384',
    level: 'B-B',
    story: { ...GERMAN, remote: true, typed: true, correctedEmail: 'achterberg@example.org' },
  },
  {
    name: 'en-split-corrected',
    key: 'P-256',
    level: 'B-T',
    story: { ...ENGLISH, remote: true, split: true, correctedEmail: 'babbage@example.org' },
  },
];

/** Returns the input from which the document of a story is rendered. */
export function inputOf(story: Story): DocumentInput {
  const events = recordedStory(story);
  return documentInput(ndaAfter(events), events, partsOf(events));
}
