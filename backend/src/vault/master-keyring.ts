import { createHash } from 'node:crypto';
import { KEY_BYTES } from './sealing.js';

/** The master keys that this backend knows. They only wrap data keys. */
export interface MasterKeyring {
  /** The key that wraps all new data keys. */
  readonly current: { readonly id: string; readonly key: Buffer };
  /** Returns the current or an older key by its id. */
  find(id: string): Buffer | undefined;
}

/**
 * Returns the id of a key: the first 16 hexadecimal digits of a domain-separated SHA-256, which reveals
 * nothing about the key.
 */
export const masterKeyId = (key: Uint8Array): string =>
  createHash('sha256').update('vault/master-key-id/v1\0').update(key).digest('hex').slice(0, 16);

/** @param current 32 bytes, like each of `older` */
export function createMasterKeyring(current: Buffer, older: readonly Buffer[] = []): MasterKeyring {
  for (const key of [current, ...older]) {
    if (key.length !== KEY_BYTES)
      throw new Error(`MASTER_KEY must have ${KEY_BYTES} bytes, this one has ${key.length}`);
  }
  const byId = new Map([...older, current].map((key) => [masterKeyId(key), key]));
  return { current: { id: masterKeyId(current), key: current }, find: (id) => byId.get(id) };
}
