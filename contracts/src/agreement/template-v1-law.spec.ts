import { LANGUAGES } from '../enums.js';
import type { AgreementTerms } from './document.js';
import { fillAgreement } from './fill.js';
import type { ClauseId } from './template.js';
import { agreementText } from '../testing/agreement-text.js';
import { sampleAgreement } from '../testing/sample-terms.js';

const sectionText = (terms: AgreementTerms, id: ClauseId): string => {
  const document = fillAgreement(terms);
  return agreementText({ ...document, sections: document.sections.filter((section) => section.id === id) });
};

/** What a reviewer looks for, and where: the same law in both languages. */
const REQUIRED: readonly [ClauseId, string, de: string, en: string][] = [
  ['definition', 'exceptions are not confidential', 'in §\u00a010 genannten', 'named in section\u00a010'],
  ['definition', 'told before signing', 'schon bei der Anbahnung', 'while this agreement was being prepared'],
  ['obligations', 'purpose limitation', 'ausschließlich für den', 'only for the Purpose'],
  ['obligations', 'need to know', 'kennen müssen', 'need to know'],
  [
    'obligations',
    'bound in turn',
    'zur Geheimhaltung verpflichtet sind',
    'bound to confidentiality to the same extent',
  ],
  [
    'obligations',
    'reasonable measures',
    '§\u00a02 Nr.\u00a01 Buchstabe\u00a0b GeschGehG',
    '§\u00a02 no.\u00a01 letter\u00a0b GeschGehG',
  ],
  ['permitted-disclosures', 'duty by law', 'vollziehbare Anordnung', 'enforceable order'],
  ['permitted-disclosures', 'whistleblowers', 'Hinweisgeberschutzgesetz', 'HinSchG'],
  ['duration', 'for good cause', 'Kündigung aus wichtigem Grund', 'terminate for good cause'],
  ['penalty', 'per breach, with fault', 'für jeden Fall einer schuldhaften', 'for each culpable breach'],
  [
    'penalty',
    'set off',
    '§\u00a0340 Abs.\u00a02, §\u00a0341 Abs.\u00a02 BGB',
    '§\u00a0340 (2), §\u00a0341 (2) BGB',
  ],
  ['penalty', 'reduction by a court', '§\u00a0343 BGB', '§\u00a0343 BGB'],
  ['penalty', 'merchants too', '§\u00a0348 HGB findet keine', 'does not apply'],
  ['post-termination', 'five years', 'fünf Jahre', 'five years'],
  ['negotiations', 'both parties', 'Beide Parteien', 'Both parties'],
  ['severability', 'entire agreement', 'enthält alle Abreden', 'everything the parties have agreed'],
  [
    'governing-law',
    'German law',
    'Recht der Bundesrepublik Deutschland',
    'law of the Federal Republic of Germany',
  ],
  ['governing-law', 'consumers', 'Art.\u00a06 Abs.\u00a02 der Rom-I', 'Art.\u00a06 (2) of the Rome I'],
  ['governing-law', 'seat of the discloser', 'Sitz der offenlegenden Partei', 'seat of the Disclosing Party'],
  [
    'governing-law',
    'as far as allowed',
    '§\u00a038 der Zivilprozessordnung',
    '§\u00a038 of the German Code of Civil Procedure',
  ],
  ['form', 'agreed form', '§\u00a0127 BGB', '§\u00a0127 BGB'],
  ['form', 'simple signature', 'einfachen elektronischen Signatur', 'simple electronic signature'],
];

describe.each(LANGUAGES)('the law of template v1 in %s', (language) => {
  const terms: AgreementTerms = { ...sampleAgreement, language };

  it.each(REQUIRED)('%s: %s', (id, _what, de, en) =>
    expect(sectionText(terms, id)).toContain(language === 'de' ? de : en),
  );

  it('claims no higher form of electronic signature than it has', () => {
    expect(agreementText(fillAgreement(terms))).not.toMatch(
      /fortgeschritten|qualifiziert|advanced electronic|qualified electronic/i,
    );
  });

  const says = (change: Partial<AgreementTerms>, id: ClauseId, de: string, en: string): boolean =>
    sectionText({ ...terms, ...change }, id).includes(language === 'de' ? de : en);

  it('says who is bound where a company is named, with either party', () => {
    const named = (change: Partial<AgreementTerms>) =>
      says(change, 'subject', 'Rechtsträger', 'behind that company');
    expect(named({ party1Company: 'Muster GmbH', party2Company: null })).toBe(true);
    expect(named({ party1Company: null, party2Company: 'Velo KG' })).toBe(true);
    expect(named({ party1Company: ' ', party2Company: null })).toBe(false);
  });

  it('binds those to whom disclosure is permitted, if there are any', () => {
    const onward = (permittedDisclosures: string | null) =>
      says({ permittedDisclosures }, 'permitted-disclosures', 'vorher in gleichem', 'must first be bound');
    expect(onward('an die Steuerberatung')).toBe(true);
    expect(onward('  ')).toBe(false);
  });

  it('reaches acts from outside a territory, where there is one', () => {
    const effects = (geographicScope: AgreementTerms['geographicScope']) =>
      says({ geographicScope }, 'geographic-scope', 'darin auswirkt', 'effect within it');
    expect(effects('germany')).toBe(true);
    expect(effects('worldwide')).toBe(false);
  });

  it('speaks of reduction and set-off only where a penalty is agreed', () => {
    expect(sectionText({ ...terms, penaltyClause: 'none' }, 'penalty')).not.toMatch(/§\u00a034\d/);
  });
});
