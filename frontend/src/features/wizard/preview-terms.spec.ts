import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { CURRENT_TEMPLATE } from '@siegel/contracts/agreement/templates';
import { sampleNda } from '@siegel/contracts/testing/sample-nda';
import { previewTerms } from './preview-terms.js';
import { sampleForm } from './testing/sample-form.js';

const SOFT_HYPHEN = '\u00ad';

describe('previewTerms', () => {
  it('shows texts as they would be stored: composed, without invisible characters from pasting', () => {
    const typed = {
      ...sampleForm,
      party1Name: ` Jo\u0308rg${SOFT_HYPHEN} `,
      party1Company: SOFT_HYPHEN,
      permittedDisclosures: ' \r\n ',
    };
    expect(previewTerms(typed, null)).toMatchObject({
      party1Name: 'J\u00f6rg',
      party1Company: null,
      permittedDisclosures: null,
    });
  });

  it('equals the confirmed document, letter by letter, while nothing is changed', () => {
    const shown = (form: typeof sampleForm) => fillAgreement(previewTerms(form, sampleNda));
    expect(shown(sampleForm).issued.blank).toBeUndefined();
    expect(agreementHash(shown({ ...sampleForm, ideaTitle: `${sampleForm.ideaTitle} ` }))).toBe(
      agreementHash(shown(sampleForm)),
    );
    expect(shown({ ...sampleForm, ideaTitle: 'Anderer Titel' }).issued.blank).toBe(true);
  });

  it('keeps the template version of an unchanged NDA, and otherwise uses the current version', () => {
    const draft = { ...sampleNda, templateVersion: 'v1' };
    const version = (form: typeof sampleForm, nda: typeof draft | null) =>
      fillAgreement(previewTerms(form, nda)).templateVersion;
    expect(version(sampleForm, draft)).toBe('v1');
    expect(version({ ...sampleForm, ideaTitle: 'Anderer Titel' }, draft)).toBe(CURRENT_TEMPLATE);
    expect(version(sampleForm, null)).toBe(CURRENT_TEMPLATE);
  });
});
