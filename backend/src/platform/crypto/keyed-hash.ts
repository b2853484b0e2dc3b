import { createHmac, hkdfSync } from 'node:crypto';

/**
 * HMAC-SHA-256 in hexadecimal, with a key that is derived from INDEX_KEY for one purpose. Such hashes are the
 * names of voucher streams, creator keys, sessions, visitors and mail recipients. They are also the proofs of
 * creator keys and of rows of signing keys, accepted mails and agreements, and the salts of the roles'
 * passwords. The purpose for creator keys is called `capability`. This name cannot change, because every
 * stored hash of a creator key depends on it.
 */
export interface KeyedHash {
  of(
    purpose:
      | 'voucher'
      | 'capability'
      | 'made-key'
      | 'session'
      | 'visitor'
      | 'mail'
      | 'login'
      | 'sandbox'
      | 'password'
      | 'signing-key'
      | 'accepted-mail'
      | 'row',
    value: string,
  ): string;
}

type Purpose = Parameters<KeyedHash['of']>[0];

/**
 * @param indexKey INDEX_KEY, 32 bytes. Each purpose has its own key (HKDF-SHA-256), so the same value has a
 * different hash for each purpose.
 */
export function createKeyedHash(indexKey: Uint8Array): KeyedHash {
  const keys = new Map<Purpose, Buffer>();
  const keyFor = (purpose: Purpose): Buffer => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const derived = Buffer.from(
      hkdfSync('sha256', indexKey, Buffer.alloc(0), `keyed-hash/v1/${purpose}`, 32),
    );
    keys.set(purpose, derived);
    return derived;
  };
  return {
    of: (purpose, value) => createHmac('sha256', keyFor(purpose)).update(value, 'utf8').digest('hex'),
  };
}
