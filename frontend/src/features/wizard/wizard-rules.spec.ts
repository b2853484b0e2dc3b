import { EMPTY_FORM, requestOf } from './wizard-form.js';
import { wizardResolver } from './wizard-resolver.js';
import { firstOpenStep, problemsOf } from './wizard-rules.js';
import { sampleForm } from './testing/sample-form.js';

const options = { fields: {}, shouldUseNativeValidation: false } as const;

describe('wizard resolver', () => {
  it('names the missing fields of step 1, in the order of the screen', () => {
    expect(problemsOf(EMPTY_FORM, 1)).toEqual([
      { field: 'ideaTitle', code: 'validation.title.min' },
      { field: 'ideaDescription', code: 'validation.description.min' },
      { field: 'party1Name', code: 'validation.name.min' },
      { field: 'party1Email', code: 'validation.email' },
      { field: 'party2Name', code: 'validation.name.min' },
      { field: 'party2Email', code: 'validation.email' },
    ]);
  });

  it('names a company before the address below it', () => {
    const form = { ...sampleForm, party2Company: 'Zwei\nZeilen', party2Email: 'x' };
    expect(problemsOf(form, 'all').map(({ field }) => field)).toEqual(['party2Company', 'party2Email']);
  });

  it('names a penalty before the permitted disclosures below it', () => {
    const form = { ...sampleForm, permittedDisclosures: '\u0007', penaltyAmount: '0', duration: '' } as const;
    expect(problemsOf(form, 2).map(({ field }) => field)).toEqual([
      'duration',
      'penaltyAmount',
      'permittedDisclosures',
    ]);
  });

  it('checks only the fields of the given step', () => {
    expect(problemsOf({ ...sampleForm, duration: '' }, 1)).toEqual([]);
    expect(problemsOf({ ...EMPTY_FORM, ideaTitle: 'x' }, 2).map(({ field }) => field)).toEqual([
      'duration',
      'geographicScope',
      'penalty',
    ]);
  });

  it.each(['', '0', '-5', 'abc', '1,5'])(
    'reports a custom amount of %j at its own field',
    (penaltyAmount) => {
      expect(problemsOf({ ...sampleForm, penaltyAmount }, 2)).toEqual([
        { field: 'penaltyAmount', code: 'validation.penaltyAmount' },
      ]);
    },
  );

  it('returns errors in the form that react-hook-form expects', async () => {
    const refused = await wizardResolver(1)(
      { ...sampleForm, party2Email: 'thomas@achterberg-velo' },
      undefined,
      options,
    );
    expect(refused.errors).toEqual({
      party2Email: { type: 'validation.email', message: 'validation.email' },
    });
    const accepted = await wizardResolver(2)(sampleForm, undefined, options);
    expect(accepted).toEqual({ values: sampleForm, errors: {} });
  });

  it('finds the first incomplete step', () => {
    expect(firstOpenStep(EMPTY_FORM)).toBe(1);
    expect(firstOpenStep({ ...sampleForm, penalty: '' })).toBe(2);
    expect(firstOpenStep(sampleForm)).toBeNull();
  });

  it('sends trimmed texts and leaves empty optional ones out', () => {
    const body: unknown = JSON.parse(JSON.stringify(requestOf({ ...sampleForm, ideaTitle: ' Rad ' })));
    expect(body).toMatchObject({ ideaTitle: 'Rad', party1Company: sampleForm.party1Company });
    expect(body).not.toHaveProperty('party2Company');
    expect(body).not.toHaveProperty('replaces');
  });
});
