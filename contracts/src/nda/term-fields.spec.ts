import {
  AGREEMENT_TERMS,
  OPEN_TERMS,
  pickTerms,
  recordTerms,
  SEALED_TERMS,
  TERM_FIELDS,
  TERM_NAMES,
  TEXT_TERMS,
  withoutAbsent,
} from './term-fields.js';

const source = {
  party1Name: 'Katharina Brandstetter',
  party1Company: undefined,
  returnOfMaterials: false,
  status: 'draft',
};

describe('TERM_FIELDS', () => {
  it('seals every text, and no other field', () => {
    expect(SEALED_TERMS).toEqual(TEXT_TERMS);
    expect([...OPEN_TERMS, ...SEALED_TERMS].toSorted()).toEqual([...TERM_NAMES].toSorted());
  });

  // The open fields of an event are stored and hashed in this order.
  it('has the open fields in the order of the events', () =>
    expect(OPEN_TERMS).toEqual([
      'language',
      'duration',
      'geographicScope',
      'penaltyClause',
      'returnOfMaterials',
    ]));

  it('keeps only the addresses out of the agreement', () =>
    expect(TERM_NAMES.filter((name) => !AGREEMENT_TERMS.some((known) => known === name))).toEqual([
      'party1Email',
      'party2Email',
    ]));

  it('gives the same lengths to all fields that share their messages', () => {
    const fields = TEXT_TERMS.map((name) => TERM_FIELDS[name]);
    const lengths = fields.map((field) => [field.words, field.max, 'min' in field && field.min].join());
    expect(new Set(lengths).size).toBe(new Set(fields.map(({ words }) => words)).size);
  });
});

describe('pickTerms', () => {
  it('picks only these fields; an absent optional one is null', () => {
    const picked = pickTerms(source, ['party1Name', 'party1Company', 'party2Company', 'returnOfMaterials']);
    expect(picked).toEqual({
      party1Name: 'Katharina Brandstetter',
      party1Company: null,
      party2Company: null,
      returnOfMaterials: false,
    });
  });
});

describe('recordTerms', () => {
  it('records an absent original field as null', () =>
    expect(recordTerms(source, ['party1Name', 'party1Company'])).toEqual({
      party1Name: 'Katharina Brandstetter',
      party1Company: null,
    }));

  it('does not record an added field that is absent', () => {
    const terms = { old: null, absent: null, added: 'given', no: false };
    expect(withoutAbsent(terms, ['absent', 'added', 'no'])).toEqual({ old: null, added: 'given', no: false });
  });
});
