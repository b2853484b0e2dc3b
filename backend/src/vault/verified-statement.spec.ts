import { publicKeyOf, verifyReceipt, verifyStatement } from './receipts.js';
import { sampleKey } from '../proof/bundle/testing/sample-log.js';

const [one, other] = [sampleKey('one'), sampleKey('other')];
const statement = { stream: 'nda-1', revision: 3 };
const signature = one.sign(statement);
const { keyId, publicKey } = one;

describe('a signed statement', () => {
  it('is verified with the key that signed it, and with no other', () => {
    expect(verifyStatement(statement, signature, { keyId, publicKey })).toBe(true);
    expect(verifyStatement({ ...statement, revision: 4 }, signature, { keyId, publicKey })).toBe(false);
    expect(verifyStatement(statement, other.sign(statement), { keyId, publicKey })).toBe(false);
    expect(verifyStatement(statement, signature, undefined)).toBe(false);
  });

  it('is not verified with another key under the same id, nor with a key of another length', () => {
    const untrue = { keyId: other.keyId, publicKey };
    expect(verifyStatement(statement, signature, untrue)).toBe(false);
    for (const length of [31, 33]) {
      const bytes = Buffer.concat([Buffer.from(publicKey, 'base64'), Buffer.alloc(1)]).subarray(0, length);
      expect(verifyStatement(statement, signature, { keyId, publicKey: bytes.toString('base64') })).toBe(
        false,
      );
    }
  });

  it('is verified as a receipt if its key is among the given ones', () => {
    const told = {
      stream: 'nda-1',
      revision: 3,
      eventHash: 'f'.repeat(64),
      at: 'then',
      lastCheckpoint: null,
    };
    const receipt = { ...told, keyId, signature: one.sign({ ...told, keyId }) };
    expect(verifyReceipt(receipt, [other, one])).toBe(true);
    expect(verifyReceipt(receipt, [other])).toBe(false);
  });
});

describe('a signing key', () => {
  it('is derived from exactly 32 bytes, and the same bytes give the same key', () => {
    const seed = Buffer.alloc(32, 7);
    expect(publicKeyOf(seed)).toEqual(publicKeyOf(Buffer.alloc(32, 7)));
    expect(Buffer.from(publicKeyOf(seed).publicKey, 'base64')).toHaveLength(32);
    for (const length of [0, 31, 33])
      expect(() => publicKeyOf(Buffer.alloc(length))).toThrow(
        `CHECKPOINT_KEY must have 32 bytes, this one has ${length}`,
      );
  });
});
