import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  DURATIONS,
  GEOGRAPHIC_SCOPES,
  type Language,
  LANGUAGES,
  PENALTY_PRESETS,
  type PenaltyClause,
} from '../enums.js';
import { agreementHash } from './canonical.js';
import type { AgreementTerms, Block } from './document.js';
import { fillAgreement } from './fill.js';
import { CLAUSE_IDS } from './template.js';
import { TEMPLATE_VERSIONS, type TemplateVersion } from './templates.js';
import { agreementText } from '../testing/agreement-text.js';
import { sampleAgreement } from '../testing/sample-terms.js';

const PENALTIES: PenaltyClause[] = [...PENALTY_PRESETS, 'custom:1', 'custom:1250000'];
const COMPANIES = [
  [null, null],
  ['Muster GmbH', null],
  [null, 'Achterberg Velo KG'],
] as const;

function* everyCombination(templateVersion: TemplateVersion, language: Language): Generator<AgreementTerms> {
  for (const duration of DURATIONS)
    for (const geographicScope of GEOGRAPHIC_SCOPES)
      for (const penaltyClause of PENALTIES)
        for (const returnOfMaterials of [true, false])
          for (const permittedDisclosures of [null, 'an die Steuerberatung'])
            for (const [party1Company, party2Company] of COMPANIES) {
              const chosen = {
                duration,
                geographicScope,
                penaltyClause,
                returnOfMaterials,
                permittedDisclosures,
                templateVersion,
              };
              yield { ...sampleAgreement, ...chosen, party1Company, party2Company, language };
            }
}

/** Matches the traces that a missing, doubled or dropped value leaves in a text. */
const HOLE = /[{}]|undefined|null|NaN|\[|\]|[ \u00a0]{2}|\s[,.;:)](?!\d)|\(\s|\(\)|[.,;:]{2}|„“|“”/;
const DANGLING = /\b(der|die|das|den|dem|des|ein|eine|einer|einem|von|für|the|a|an|of|in|to)(?=[.,;:]|$)/i;
const isBroken = (line: string): boolean =>
  HOLE.test(line) || DANGLING.test(line) || line.trim() !== line || line === '';

const FROZEN: Readonly<Record<TemplateVersion, Readonly<Record<Language, string>>>> = {
  v1: {
    de: '1025f0d8fa4a3e38cdf0185141c4e482aafef72025f861c17461dc2134b79076',
    en: '83ac025d5b9b197a62da6768add97afcc453028fffc724052512713e027147e1',
  },
  v2: {
    de: 'a3869759ab2566f748750a7261e0188c09bdc247505f8e093af7cc94db2e4037',
    en: '35cdbeac4ac300b109321cb7d4ba8c7a44f34fc1c46c29534defc69809ebdefa',
  },
};

const shape = (block: Block): string =>
  block.kind === 'list' ? `list of ${block.items.length}` : block.kind;
const shapeOf = (terms: AgreementTerms): string =>
  fillAgreement(terms)
    .sections.map(({ id, number, blocks }) => `${number} ${id}: ${blocks.map(shape).join(', ')}`)
    .join('\n');

const EACH = TEMPLATE_VERSIONS.flatMap((version) => LANGUAGES.map((language) => ({ version, language })));

describe.each(EACH)('every combination of $version in $language', ({ version, language }) => {
  const combinations = [...everyCombination(version, language)];

  it('is generated', () => expect(combinations).toHaveLength(5 * 4 * 7 * 2 * 2 * 3));

  it('has no hole, doubled blank or broken sentence', () => {
    const lines = new Set(combinations.flatMap((terms) => agreementText(fillAgreement(terms)).split('\n')));
    expect(lines.size).toBeGreaterThan(60);
    expect([...lines].filter(isBroken)).toEqual([]);
  });

  it('has the 17 sections in order, none of them empty', () => {
    const shapes = new Set(
      combinations.map((terms) =>
        fillAgreement(terms)
          .sections.map(({ id, number, blocks }) => `${number} ${id}${blocks.length > 0 ? '' : ' empty'}`)
          .join(),
      ),
    );
    expect([...shapes]).toEqual([CLAUSE_IDS.map((id, index) => `${index + 1} ${id}`).join()]);
    expect(CLAUSE_IDS).toHaveLength(17);
  });

  it('has its own text', () => {
    expect(new Set(combinations.map((terms) => agreementHash(fillAgreement(terms)))).size).toBe(
      combinations.length,
    );
  });

  // One hash of all texts that the version can produce. If this test fails, the wording of agreements that
  // people have already signed would change. Make a new template version instead of changing this one.
  it('is frozen', () => {
    const hashes = combinations.map((terms) => agreementHash(fillAgreement(terms))).join();
    expect(bytesToHex(sha256(utf8ToBytes(hashes)))).toBe(FROZEN[version][language]);
  });

  it('is built clause by clause like the other language', () => {
    const other = language === 'de' ? 'en' : 'de';
    for (const terms of combinations) expect(shapeOf({ ...terms, language: other })).toBe(shapeOf(terms));
  });
});

describe('what counts as broken', () => {
  it.each([
    'eine Laufzeit von .',
    'die , der',
    'in der',
    '{{name}}',
    'zwei  Blanks',
    'leer ()',
    'Ende..',
    ' am Rand',
    'x null y',
  ])('finds %j', (line) => expect(isBroken(line)).toBe(true));
});
