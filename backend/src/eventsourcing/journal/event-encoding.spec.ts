import fc from 'fast-check';
import { encodeMetadata, type EventMetadata, isSpelled, parseMetadata } from './event-encoding.js';

const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
/**
 * Texts that an attacker might insert: quotes, backslashes, a fake next field, halves of a surrogate pair.
 */
const words = fc.array(
  fc.constantFrom('"', '\\', '\\"', '","', '":"', 'blind', 'content', '\u0000', '\ud83d', 'ü', '€', 'a'),
);
const field = fc.oneof(
  hex,
  words.map((some) => some.join('')),
);
const metadata = fc.record(
  { core: field, blind: field, content: field, previousHash: field, hash: field },
  { requiredKeys: ['core', 'previousHash', 'hash'] },
);

const placed = (bytes: Buffer) => ({
  stream: 'nda-1',
  revision: 0,
  id: 'id',
  type: 'A.v1',
  data: bytes,
  metadata: bytes,
});
/** True if the bytes are in the only accepted spelling of the metadata that they contain. */
const isOne = (bytes: Buffer): boolean => {
  const parsed = parseMetadata(placed(bytes));
  expect(isSpelled(bytes, parsed)).toBe(encodeMetadata(parsed).equals(bytes));
  return isSpelled(bytes, parsed);
};

describe('the only spelling of metadata', () => {
  it('is the one that the service writes, whatever the fields contain', () => {
    fc.assert(fc.property(metadata, (given: EventMetadata) => isOne(encodeMetadata(given))));
  });

  const plain = { core: '{}', blind: 'b', content: 'c', previousHash: 'p', hash: 'h' };
  it.each<[string, (spelled: string) => string]>([
    ['a blank', (spelled) => spelled.replace(':', ': ')],
    ['a blank at its end', (spelled) => `${spelled} `],
    ['a letter as an escape', (spelled) => spelled.replace('"b"', '"\\u0062"')],
    [
      'a slash as an escape',
      () =>
        encodeMetadata({ ...plain, hash: '/' })
          .toString()
          .replace('/', '\\/'),
    ],
    ['another order', () => JSON.stringify(Object.fromEntries(Object.entries(plain).reverse()))],
    ['one field more', (spelled) => spelled.replace('}"', '}","more":"x"')],
    ['one field twice', (spelled) => spelled.replace('"hash"', '"hash":"h","hash"')],
    ['the core as an escape', (spelled) => spelled.replace('{}', '\\u007b}')],
  ])('differs from a spelling with %s', (_what, change) => {
    const spelled = encodeMetadata(plain).toString();
    const changed = change(spelled);
    expect(changed).not.toBe(spelled);
    expect(isOne(Buffer.from(spelled))).toBe(true);
    expect(isOne(Buffer.from(changed))).toBe(false);
  });

  it('excludes invalid UTF-8', () => {
    const bytes = encodeMetadata({ ...plain, hash: '?' });
    bytes[bytes.indexOf('?')] = 0xff;
    expect(isOne(bytes)).toBe(false);
  });
});
