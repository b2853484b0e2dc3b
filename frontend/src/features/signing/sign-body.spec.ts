import { isSignature } from './signature-pad.js';
import { signBody } from './use-sign.js';

describe('the body of the sign call', () => {
  it('needs a signature of more than 10 characters', () => {
    expect(isSignature(null)).toBe(false);
    expect(isSignature('0123456789')).toBe(false);
    expect(isSignature('0123456789a')).toBe(true);
  });

  it('contains mode and payer only for Party 1, and the hash of the text for both', () => {
    const newSignature = { signature: 'png', kind: 'drawn', consentLanguage: 'de' } as const;
    const here = { mode: 'in-person', paysForBoth: true } as const;
    expect(signBody('1', newSignature, 'hash', here)).toEqual({
      partyNumber: '1',
      signature: 'png',
      signatureKind: 'drawn',
      consentLanguage: 'de',
      agreementHash: 'hash',
      signatureMode: 'in-person',
      party1PaysForBoth: false,
    });
    expect(signBody('2', { ...newSignature, kind: 'typed', consentLanguage: 'en' }, 'hash', here)).toEqual({
      partyNumber: '2',
      signature: 'png',
      signatureKind: 'typed',
      consentLanguage: 'en',
      agreementHash: 'hash',
    });
    for (const paysForBoth of [true, false])
      expect(signBody('1', newSignature, 'hash', { mode: 'remote', paysForBoth })).toMatchObject({
        signatureMode: 'remote',
        party1PaysForBoth: paysForBoth,
      });
  });
});
