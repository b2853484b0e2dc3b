import { LANGUAGES } from '../enums.js';
import type { AgreementTerms } from './document.js';
import { fillAgreement } from './fill.js';
import type { ClauseId } from './template.js';
import { TEMPLATE_VERSIONS, type TemplateVersion } from './templates.js';
import { agreementText } from '../testing/agreement-text.js';
import { sampleAgreement } from '../testing/sample-terms.js';

const sectionText = (terms: AgreementTerms, id: ClauseId): string => {
  const document = fillAgreement(terms);
  return agreementText({ ...document, sections: document.sections.filter((section) => section.id === id) });
};

type Required = readonly [ClauseId, string, de: string, en: string];

/**
 * Provisions that every template version must contain, each with its clause. Both languages must have the
 * same provisions.
 */
const ALWAYS: readonly Required[] = [
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
  ['permitted-disclosures', 'duty by law', 'vollziehbare Anordnung', 'enforceable order'],
  ['permitted-disclosures', 'whistleblowers', 'Hinweisgeberschutzgesetz', 'HinSchG'],
  ['duration', 'for good cause', 'Kündigung aus wichtigem Grund', 'terminate for good cause'],
  ['penalty', 'per breach, with fault', 'für jeden Fall einer schuldhaften', 'for each culpable breach'],
  ['post-termination', 'five years', 'fünf Jahre', 'five years'],
  ['negotiations', 'both parties', 'Beide Parteien', 'Both parties'],
  ['severability', 'entire agreement', 'enthält alle Abreden', 'everything the parties have agreed'],
  [
    'governing-law',
    'German law',
    'Recht der Bundesrepublik Deutschland',
    'law of the Federal Republic of Germany',
  ],
  ['governing-law', 'seat of the discloser', 'Sitz der offenlegenden Partei', 'seat of the Disclosing Party'],
  ['form', 'simple signature', 'einfachen elektronischen Signatur', 'simple electronic signature'],
];

const BY_VERSION: Readonly<Record<TemplateVersion, readonly Required[]>> = {
  v1: [
    [
      'obligations',
      'reasonable measures',
      '§\u00a02 Nr.\u00a01 Buchstabe\u00a0b GeschGehG',
      '§\u00a02 no.\u00a01 letter\u00a0b GeschGehG',
    ],
    [
      'penalty',
      'set off',
      '§\u00a0340 Abs.\u00a02, §\u00a0341 Abs.\u00a02 BGB',
      '§\u00a0340 (2), §\u00a0341 (2) BGB',
    ],
    ['penalty', 'reduction by a court', '§\u00a0343 BGB', '§\u00a0343 BGB'],
    ['penalty', 'merchants too', '§\u00a0348 HGB findet keine', 'does not apply'],
    ['governing-law', 'consumers', 'Art.\u00a06 Abs.\u00a02 der Rom-I', 'Art.\u00a06 (2) of the Rome I'],
    [
      'governing-law',
      'as far as allowed',
      '§\u00a038 der Zivilprozessordnung',
      '§\u00a038 of the German Code of Civil Procedure',
    ],
    ['form', 'agreed form', '§\u00a0127 BGB', '§\u00a0127 BGB'],
  ],
  v2: [
    ['subject', 'authority', 'bevollmächtigt oder sonst berechtigt', 'authorised or otherwise entitled'],
    [
      'definition',
      'legitimate interest',
      '§\u00a02\u00a0Nr.\u00a01\u00a0Buchstabe\u00a0c\u00a0GeschGehG',
      '§\u00a02\u00a0no.\u00a01\u00a0letter\u00a0c\u00a0GeschGehG',
    ],
    ['obligations', 'governing bodies', 'Organmitgliedern', 'governing bodies and officers'],
    ['obligations', 'the list is joined', 'anzumelden; und', 'Confidential Information; and'],
    [
      'obligations',
      'reasonable measures',
      '§\u00a02\u00a0Nr.\u00a01\u00a0Buchstabe\u00a0b\u00a0GeschGehG',
      '§\u00a02\u00a0no.\u00a01\u00a0letter\u00a0b\u00a0GeschGehG',
    ],
    ['permitted-disclosures', 'courts', 'einem Gericht vorzulegen', 'submit to a court'],
    ['permitted-disclosures', 'this service', 'über den Dienst', 'through the service'],
    ['geographic-scope', 'which duties', 'Pflichten aus §\u00a03 gelten', 'obligations under section\u00a03'],
    ['penalty', 'which breaches', '§\u00a03\u00a0Buchstaben\u00a0a\u00a0bis\u00a0e', '(a)\u00a0to\u00a0(e)'],
    ['penalty', 'set by the discloser', 'nach billigem Ermessen', 'at its reasonable discretion'],
    ['penalty', 'by gravity and fault', 'dem Grad des Verschuldens', 'the degree of fault'],
    ['penalty', 'at most', 'höchstens 25.000\u00a0EUR', 'at most 25,000\u00a0EUR'],
    ['penalty', 'court', '§\u00a0315\u00a0Abs.\u00a03\u00a0BGB', '§\u00a0315\u00a0(3)\u00a0BGB'],
    [
      'penalty',
      'set off',
      '§\u00a0340\u00a0Abs.\u00a02, §\u00a0341\u00a0Abs.\u00a02\u00a0BGB',
      '§\u00a0340\u00a0(2), §\u00a0341\u00a0(2)\u00a0BGB',
    ],
    ['penalty', 'reduction by a court', '§\u00a0343\u00a0BGB', '§\u00a0343\u00a0BGB'],
    ['penalty', 'merchants too', '§\u00a0348\u00a0HGB findet keine', 'does not apply'],
    ['return-of-materials', 'this agreement', 'diese Vereinbarung selbst', 'this agreement itself'],
    ['return-of-materials', 'until when', 'bis sie nach §\u00a011', 'end under section\u00a011'],
    ['ownership', 'use', 'Über die Verwendung nach §\u00a03 hinaus', 'Beyond the use under section\u00a03'],
    ['exceptions', 'alternatives', 'erhält; oder', 'confidentiality; or'],
    ['post-termination', 'which duties', '§§\u00a03, 4 und\u00a012', 'sections\u00a03, 4 and\u00a012'],
    [
      'negotiations',
      'what applies to both',
      '§\u00a03\u00a0Buchstabe\u00a0c, §\u00a04 und §\u00a010',
      'section\u00a03\u00a0(c), section\u00a04 and section\u00a010',
    ],
    ['no-obligation', 'liability', 'Haftung bleibt im Übrigen', 'statutory liability otherwise remains'],
    ['governing-law', 'merchants', 'Sind beide Parteien Kaufleute', 'both parties are merchants'],
    ['governing-law', 'nobody to sue here', 'keinen allgemeinen Gerichtsstand', 'no general place of'],
    ['governing-law', 'natural persons', 'ihr Wohnsitz', 'its place of residence'],
    [
      'governing-law',
      'consumers',
      'Art.\u00a06\u00a0Abs.\u00a02 der Rom-I',
      'Art.\u00a06\u00a0(2) of the Rome I',
    ],
    ['form', 'agreed form', '§\u00a0127\u00a0Abs.\u00a03\u00a0BGB', '§\u00a0127\u00a0(3)\u00a0BGB'],
    ['form', 'drawn or typed', 'Zeichnen oder Eintippen', 'drawing or typing'],
    ['form', 'forms by law', 'Gesetzliche Formvorschriften', 'Statutory requirements of form'],
  ],
};

const EACH = TEMPLATE_VERSIONS.flatMap((version) => LANGUAGES.map((language) => ({ version, language })));

describe.each(EACH)('the law of template $version in $language', ({ version, language }) => {
  const terms: AgreementTerms = { ...sampleAgreement, language, templateVersion: version };

  it.each([...ALWAYS, ...BY_VERSION[version]])('%s: %s', (id, _what, de, en) =>
    expect(sectionText(terms, id)).toContain(language === 'de' ? de : en),
  );

  it('claims no higher form of electronic signature than the one it has', () => {
    expect(agreementText(fillAgreement(terms))).not.toMatch(
      /fortgeschritten|qualifiziert|advanced electronic|qualified electronic/i,
    );
  });

  const says = (change: Partial<AgreementTerms>, id: ClauseId, de: string, en: string): boolean =>
    sectionText({ ...terms, ...change }, id).includes(language === 'de' ? de : en);

  it('says who is bound if a company is named, for either party', () => {
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

  it('covers acts from outside the territory, if it is limited to one', () => {
    const effects = (geographicScope: AgreementTerms['geographicScope']) =>
      says({ geographicScope }, 'geographic-scope', 'darin auswirkt', 'effect within it');
    expect(effects('germany')).toBe(true);
    expect(effects('worldwide')).toBe(false);
  });

  it('speaks of reduction and set-off only where a penalty is agreed', () => {
    expect(sectionText({ ...terms, penaltyClause: 'none' }, 'penalty')).not.toMatch(/§\u00a034\d/);
  });
});

const v2 = (language: AgreementTerms['language'], change: Partial<AgreementTerms> = {}): AgreementTerms => ({
  ...sampleAgreement,
  templateVersion: 'v2',
  language,
  ...change,
});

describe('template v2', () => {
  it('permits nothing beyond section 3 if no disclosures are named', () => {
    const section = (language: AgreementTerms['language'], permittedDisclosures: string | null) =>
      sectionText(v2(language, { permittedDisclosures }), 'permitted-disclosures');
    expect(section('de', ' ')).toContain(
      'Nicht angegeben. Eine Weitergabe über §\u00a03 hinaus ist daher nicht',
    );
    expect(section('en', null)).toContain('Not specified. No disclosure beyond section\u00a03');
    expect(section('de', 'an Notare')).not.toMatch(/Nicht angegeben|daher nicht gestattet/);
    expect(section('de', null)).not.toContain('gestattet die offenlegende Partei die folgende');
  });

  it('has a period of notice only if the agreement is unlimited', () => {
    const section = (language: AgreementTerms['language'], duration: AgreementTerms['duration']) =>
      sectionText(v2(language, { duration }), 'duration');
    expect(section('de', 'unlimited')).toContain('Frist von drei Monaten zum Ende eines Monats in Textform');
    expect(section('de', 'unlimited')).toContain('frühestens zum Ablauf von zwei Jahren');
    expect(section('en', 'unlimited')).toContain('three months’ notice to the end of a month');
    expect(section('en', 'unlimited')).toContain('at the earliest with effect from the end of two years');
    expect(section('de', '5y') + section('en', '5y')).not.toMatch(/drei Monaten|three months/);
  });

  it('defines Europe as the Council of Europe, and the Union by its members at the time', () => {
    const area = (language: AgreementTerms['language'], geographicScope: 'eu' | 'europe') =>
      sectionText(v2(language, { geographicScope }), 'geographic-scope');
    expect(area('de', 'europe')).toContain('im jeweiligen Gebiet der Mitgliedstaaten des Europarats');
    expect(area('en', 'europe')).toContain('member states of the Council of Europe');
    expect(area('de', 'eu')).toContain('im jeweiligen Gebiet der Europäischen Union');
    expect(area('en', 'eu')).toContain('European Union as it is at the time');
  });

  it('promises only a jurisdiction that the law allows, and excludes no liability imposed by law', () => {
    const text = agreementText(fillAgreement(v2('de'))) + agreementText(fillAgreement(v2('en')));
    expect(text).not.toMatch(/soweit das Gesetz, insbesondere|as far as the law|grobe Fahrlässigkeit|gross/);
  });

  it('has a no-break space within every reference to the law', () => {
    const REFERENCE =
      /(?:§|Art\.|Nr\.|no\.|Abs\.|Buchstaben?|letter|[Ss]ections?) \d?|\d [(]\d|[\da-c)] (?:BGB|GeschGehG|HGB|ZPO)/;
    const lines = LANGUAGES.flatMap((language) => agreementText(fillAgreement(v2(language))).split('\n'));
    expect(lines.filter((line) => REFERENCE.test(line))).toEqual([]);
    expect(REFERENCE.test('nach § 127 BGB')).toBe(true);
    expect(REFERENCE.test('(§\u00a0127 BGB)')).toBe(true);
  });
});
