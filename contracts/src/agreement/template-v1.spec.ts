import { createHash } from 'node:crypto';
import { agreementHash, canonicalAgreement } from './canonical.js';
import { fillAgreement } from './fill.js';
import { ADDED_CLAUSES } from '../nda/term-fields.js';
import { CLAUSE_IDS, type TemplateBlock } from './template.js';
import { templateV1 } from './template-v1.js';
import { sampleAgreement } from '../testing/sample-terms.js';

const texts = (block: TemplateBlock): readonly string[] =>
  block.kind === 'list' ? block.items : block.kind === 'signatures' ? [] : [block.text];
const places = (block: TemplateBlock): string[] =>
  texts(block).flatMap((text) => text.match(/\{[^}]+\}/g) ?? []);
/** Numbers of other clauses and statutes named in a block: the same law in both languages. */
const references = (block: TemplateBlock): string[] =>
  texts(block)
    .flatMap((text) => text.match(/(?:§|[Ss]ection)\u00a0\d+[a-z]?/g) ?? [])
    .map((found) => found.replace(/\D+/, ''))
    .sort();
const shape = (block: TemplateBlock): object => ({
  id: block.id,
  kind: block.kind,
  when: block.when,
  items: block.kind === 'list' ? block.items.length : 0,
  places: places(block),
  references: references(block),
});

describe('template v1', () => {
  it('is the same in both languages, clause by clause', () => {
    const shapes = (language: 'de' | 'en') =>
      templateV1[language].sections.map(({ id, blocks }) => ({ id, blocks: blocks.map(shape) }));
    expect(shapes('en')).toEqual(shapes('de'));
    expect(Object.keys(templateV1.en.blanks)).toEqual(Object.keys(templateV1.de.blanks));
  });

  it('has the 17 clauses, with ids that are unique and begin with their clause', () => {
    expect(templateV1.de.sections.map((section) => section.id)).toEqual(CLAUSE_IDS);
    const ids = templateV1.de.sections.flatMap(({ id, blocks }) =>
      blocks.map((block) => ({ id, block: block.id })),
    );
    expect(new Set(ids.map(({ block }) => block)).size).toBe(ids.length);
    for (const { id, block } of ids) expect(block.startsWith(`${id}.`)).toBe(true);
  });

  it('carries the entire-agreement clause within section 14 and exceptions a) to d)', () => {
    const section = (index: number) => fillAgreement(sampleAgreement).sections[index - 1];
    expect(JSON.stringify(section(14))).toContain('enthält alle Abreden');
    const list = section(10)?.blocks.find((block) => block.kind === 'list');
    expect(list?.kind === 'list' && list.items.map((item) => item.label)).toEqual(['a)', 'b)', 'c)', 'd)']);
  });

  it('is set in real typography', () => {
    const all = Object.values(templateV1).map((template) => JSON.stringify(template));
    for (const text of all) expect(text).not.toMatch(/§ \d|[a-zäöü]'[a-z]|\.\.\./);
    expect(all[0]).not.toMatch(/“[^„]*”/);
  });

  // The published text. If this fails, the text was changed: make a new template version instead.
  it.each([
    ['de', '12937eba82487bf3d9dd626b89344262fdfa0b985cb7a59d4bdfd2c8ec101549'],
    ['en', '4681173c4c388cd76cbc0efea24d011d462ef61def567d31693e7d9500b68b12'],
  ] as const)('is frozen in %s', (language, golden) => {
    const document = fillAgreement({ ...sampleAgreement, language });
    expect(agreementHash(document)).toBe(golden);
    expect(createHash('sha256').update(canonicalAgreement(document), 'utf8').digest('hex')).toBe(golden);
  });

  it.each([
    ['de', '5c3dd62a9862babda28b1a7afc92c3610d9c6901e506ed2dea40d600c21e21b8'],
    ['en', '5e28250a37847cd805e51b446b3f74dcf9cebd676686c170f8ed4aa612da4a07'],
  ] as const)('is frozen in every variant in %s', (language, golden) => {
    expect(createHash('sha256').update(JSON.stringify(templateV1[language]), 'utf8').digest('hex')).toBe(
      golden,
    );
  });

  // One hash for each clause that was published with a field added since.
  it('is frozen in its added clauses', () => {
    const hashOf = (text: object) => createHash('sha256').update(JSON.stringify(text), 'utf8').digest('hex');
    expect(ADDED_CLAUSES.map(hashOf)).toEqual([]);
  });
});
