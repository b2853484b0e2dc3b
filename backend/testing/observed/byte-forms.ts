/** The forms in which a file may contain certain bytes, by the name of the encoding. */
export type ByteForms = ReadonlyMap<string, Buffer>;

const OFFSETS = [0, 1, 2] as const;
/** Minimum length of a text to search for. A shorter text would occur by chance in too many files. */
const SHORTEST = 6;

/** Returns the forms of bytes: unchanged, in hexadecimal, and in base64 as part of a longer text. */
export function formsOfBytes(bytes: Buffer): ByteForms {
  const forms = new Map([
    ['bytes', bytes],
    ['hexadecimal', Buffer.from(bytes.toString('hex'))],
  ]);
  for (const alphabet of ['base64', 'base64url'] as const)
    for (const offset of OFFSETS)
      forms.set(`${alphabet} at ${offset}`, base64Within(bytes, alphabet, offset));
  return forms;
}

/**
 * Returns the forms of a text: the forms that `formsOfBytes` returns for its UTF-8 bytes, the text in UTF-16
 * with either byte order, and the two ways in which JSON may escape the text.
 */
export function formsOfText(text: string): ByteForms {
  if (text.length < SHORTEST) throw new Error(`too short to search for: ${text}`);
  const utf16 = Buffer.from(text, 'utf16le');
  const escaped = JSON.stringify(text).slice(1, -1);
  const ascii = escaped.replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Map([
    ...formsOfBytes(Buffer.from(text)),
    ['UTF-16 LE', utf16],
    ['UTF-16 BE', Buffer.from(utf16).swap16()],
    ['JSON', Buffer.from(escaped)],
    ['JSON in ASCII', Buffer.from(ascii)],
  ]);
}

/**
 * Returns the base64 characters that depend only on these bytes, not on the bytes before and after them.
 * @param offset number of bytes before these bytes, modulo 3
 */
function base64Within(bytes: Buffer, alphabet: 'base64' | 'base64url', offset: number): Buffer {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString(alphabet);
  const first = Math.ceil((offset * 4) / 3);
  const last = Math.floor(((offset + bytes.length) * 8) / 6);
  return Buffer.from(text.slice(first, last));
}

/** Returns those of the wanted forms that occur in the bytes. Each is written as `<what> (<form>)`. */
export const formsIn = (bytes: Buffer, wanted: ReadonlyMap<string, ByteForms>): string[] =>
  [...wanted].flatMap(([what, forms]) =>
    [...forms].filter(([, form]) => bytes.includes(form)).map(([form]) => `${what} (${form})`),
  );
