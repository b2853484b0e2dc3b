import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { EMPTY_FORM, formFromNda, hasWork, penaltyDigits, sameAsNda, toDraft } from './wizard-form.js';
import { sampleForm } from './testing/sample-form.js';

describe('wizard form', () => {
  it('becomes the body of POST /api/ndas', () => {
    expect(toDraft(sampleForm, 'old')).toMatchObject({
      penaltyClause: 'custom:15000',
      language: 'de',
      replaces: 'old',
    });
    expect(toDraft(sampleForm)).not.toHaveProperty('penalty');
  });

  it('comes back from the NDA unchanged', () => {
    expect(formFromNda(sampleNda)).toEqual(sampleForm);
    expect(formFromNda({ ...sampleNda, penaltyClause: '25k' })).toMatchObject({
      penalty: '25k',
      penaltyAmount: '',
    });
  });

  it.each([
    ['15000', '15000'],
    [' 25.000 ', '25000'],
    ['1 000 000', '1000000'],
    ['10,000', '10000'],
    ['1,5', '1,5'],
  ])('reads the amount %j as %j', (typed, digits) => expect(penaltyDigits(typed)).toBe(digits));

  it('recognises unchanged data even with blanks around it', () => {
    expect(sameAsNda({ ...sampleForm, ideaTitle: `  ${sampleForm.ideaTitle} ` }, sampleNda)).toBe(true);
    const pasted = sampleNda.party1Email.replace('@', '\u2011a@');
    const kept = { ...sampleNda, party1Email: sampleNda.party1Email.replace('@', '-a@') };
    expect(sameAsNda({ ...sampleForm, party1Email: pasted }, kept)).toBe(true);
    expect(sameAsNda({ ...sampleForm, ideaTitle: 'Anderer Titel' }, sampleNda)).toBe(false);
    expect(sameAsNda({ ...sampleForm, returnOfMaterials: false }, sampleNda)).toBe(false);
  });

  it('recognises work that would be lost', () => {
    expect(hasWork(EMPTY_FORM)).toBe(false);
    expect(hasWork({ ...EMPTY_FORM, party2Name: 'T' })).toBe(true);
    expect(hasWork({ ...EMPTY_FORM, returnOfMaterials: false })).toBe(true);
  });
});
