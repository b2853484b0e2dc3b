const KEY_BYTES = 32;

/** Parses a key of 32 bytes, given as 64 hexadecimal digits or as base64. Undefined if it is neither. */
export function parseKey(text: string): Buffer | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  const isKey =
    bytes.length === KEY_BYTES && (/^[0-9a-f]{64}$/i.test(text) || /^[A-Za-z0-9+/_-]{43}=?$/.test(text));
  return isKey ? bytes : undefined;
}
