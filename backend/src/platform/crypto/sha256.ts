import { hash } from 'node:crypto';

/**
 * Returns the SHA-256 of bytes that are already in memory, in hexadecimal. For a few bytes, this single call
 * takes a quarter of the time that a hash object takes.
 */
export const sha256Hex = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/**
 * Returns the SHA-256 of the bytes as a buffer of 32 bytes. The function gets the hash from Node as a binary
 * string and converts it, because getting a buffer from Node takes three times as long.
 */
export const sha256 = (bytes: Uint8Array): Buffer => Buffer.from(hash('sha256', bytes, 'binary'), 'binary');
