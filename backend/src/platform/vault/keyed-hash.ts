import { createHmac, hkdfSync } from 'node:crypto';
import type { KeyedHash } from './vault.js';

type Purpose = Parameters<KeyedHash['of']>[0];

/** @param indexKey INDEX_KEY, 32 bytes. Each purpose has its own key (HKDF-SHA-256): the same value is named differently in each. */
export function createKeyedHash(indexKey: Uint8Array): KeyedHash {
  const keys = new Map<Purpose, Buffer>();
  const keyFor = (purpose: Purpose): Buffer => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const derived = Buffer.from(hkdfSync('sha256', indexKey, Buffer.alloc(0), `keyed-hash/v1/${purpose}`, 32));
    keys.set(purpose, derived);
    return derived;
  };
  return { of: (purpose, value) => createHmac('sha256', keyFor(purpose)).update(value, 'utf8').digest('hex') };
}
