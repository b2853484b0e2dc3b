import { CONSENT, CONSENT_WORDING, consentText, PAY_CONSENT_WORDINGS, payConsentTexts } from './consent.js';
import { sectionLabel } from './section-label.js';
import { SIGNATURE_TEXTS } from './signature-texts.js';

describe('the texts of a consent', () => {
  it('can be looked up by the version that events name', () => {
    expect(CONSENT_WORDING).toBe('v1');
    expect(PAY_CONSENT_WORDINGS).toEqual(['v1']);
    for (const language of ['de', 'en'] as const)
      expect(payConsentTexts('v1', language)).toBe(CONSENT[language]);
  });

  it('mention the device only if Party 2 signs on the device of Party 1', () => {
    for (const language of ['de', 'en'] as const) {
      const text = (party: 1 | 2, channel: 'in-person' | 'remote') =>
        consentText('v1', { language, party, channel });
      const { sign, signInPerson } = CONSENT[language];
      expect([text(1, 'in-person'), text(1, 'remote'), text(2, 'remote')]).toEqual([sign, sign, sign]);
      expect(text(2, 'in-person')).toBe(signInPerson);
    }
  });

  it.each(['v0', '', 'constructor', '__proto__'])('do not exist for the version %j', (wording) => {
    expect(consentText(wording, { language: 'de', party: 2, channel: 'in-person' })).toBeUndefined();
    expect(payConsentTexts(wording, 'de')).toBeUndefined();
  });
});

describe('the words around the agreement', () => {
  it('name a section and a company in each language', () => {
    expect([sectionLabel(7, 'de'), sectionLabel(7, 'en')]).toEqual(['§\u00a07', '7.']);
    const { de, en } = SIGNATURE_TEXTS;
    expect([de.signsFor('Velo KG'), en.signsFor('Velo KG')]).toEqual(['für Velo KG', 'for Velo KG']);
  });
});
