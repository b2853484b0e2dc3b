import { dataUrlBytes, exportScale, inkBox, withMargin } from './signature-image.js';
import { isSignature } from './signature-pad.js';
import { fittingSize, paperFor } from './typed-signature.js';
import { signBody } from './use-sign.js';

describe('signature image', () => {
  it('is fine, within 2000 x 1000', () => {
    expect(exportScale({ width: 600, height: 272 })).toBe(2);
    expect(exportScale({ width: 1600, height: 272 })).toBe(1.25);
    expect(exportScale({ width: 400, height: 2000 })).toBe(0.5);
  });

  it('finds the ink, and none on a blank pad', () => {
    const size = { width: 5, height: 4 };
    const rgba = new Uint8ClampedArray(5 * 4 * 4);
    expect(inkBox(rgba, size)).toBeNull();
    rgba[(1 * 5 + 2) * 4 + 3] = 255;
    rgba[(3 * 5 + 3) * 4 + 3] = 8;
    expect(inkBox(rgba, size)).toEqual({ x: 2, y: 1, width: 2, height: 3 });
    expect(withMargin({ x: 2, y: 1, width: 2, height: 3 }, size, 2)).toEqual({
      x: 0,
      y: 0,
      width: 5,
      height: 4,
    });
  });

  it('counts the bytes of a data URL', () => {
    for (const bytes of [1, 2, 3, 100])
      expect(dataUrlBytes(`data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`)).toBe(bytes);
  });

  it('needs more than 10 characters', () => {
    expect(isSignature(null)).toBe(false);
    expect(isSignature('0123456789')).toBe(false);
    expect(isSignature('0123456789a')).toBe(true);
  });

  it('writes a long name smaller, but legibly', () => {
    expect(fittingSize((size) => size * 4, 600)).toBe(76);
    expect(fittingSize((size) => size * 12, 600)).toBe(50);
    expect(fittingSize((size) => size * 100, 600)).toBe(24);
  });

  it('cuts off no letter of a name that gets no smaller: its sheet is longer', () => {
    expect(paperFor(599.5)).toEqual({ width: 640, height: 200 });
    expect(paperFor(1200.2)).toEqual({ width: 1241, height: 200 });
  });

  it('says mode and fee for Party 1 only, and always what was seen', () => {
    const made = { signature: 'png', kind: 'drawn', consentLanguage: 'de' } as const;
    const here = { mode: 'in-person', paysForBoth: true } as const;
    expect(signBody('1', made, 'hash', here)).toEqual({
      partyNumber: '1',
      signature: 'png',
      signatureKind: 'drawn',
      consentLanguage: 'de',
      agreementHash: 'hash',
      signatureMode: 'in-person',
      party1PaysForBoth: false,
    });
    expect(signBody('2', { ...made, kind: 'typed', consentLanguage: 'en' }, 'hash', here)).toEqual({
      partyNumber: '2',
      signature: 'png',
      signatureKind: 'typed',
      consentLanguage: 'en',
      agreementHash: 'hash',
    });
    for (const paysForBoth of [true, false])
      expect(signBody('1', made, 'hash', { mode: 'remote', paysForBoth })).toMatchObject({
        signatureMode: 'remote',
        party1PaysForBoth: paysForBoth,
      });
  });
});
