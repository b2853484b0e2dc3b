import { createHmac, hkdfSync } from 'node:crypto';

/**
 * HMAC-SHA-256 under a key that is derived from INDEX_KEY for one purpose; hexadecimal. It names voucher
 * streams, creator keys, sessions, visitors and recipients of mail, proves rows of signing keys, of accepted
 * mails and of agreements, and salts the roles' passwords. `capability` is the purpose of creator keys: it is
 * part of every stored hash of one, so its name stays.
 */
export interface KeyedHash {
  of(
    purpose:
      | 'voucher'
      | 'capability'
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
 * @param indexKey INDEX_KEY, 32 bytes. Each purpose has its own key (HKDF-SHA-256): the same value has a
 * different hash in each.
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
