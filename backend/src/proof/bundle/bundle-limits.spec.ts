import { TERM_FIELDS, TEXT_TERMS } from '@siegel/contracts/nda/term-fields';
import {
  LEGAL_HOLD_REASON_MAX,
  OBLIGATION_NOTE_MAX,
  SIGNATURE_MAX_BYTES,
  VERIFY_MAX_BYTES,
} from '@siegel/contracts/limits';
import { encodeCore, encodeData, encodeMetadata } from '../../eventsourcing/journal/event-encoding.js';
import { encodePersonalPart } from '../../eventsourcing/journal/sealed-part.js';
import { isWithinBounds } from '../../platform/bytes/json-bounds.js';
import { canonicalJson } from '../../platform/crypto/canonical-json.js';
import {
  AGREEMENT,
  BUNDLE_EVENTS_MAX,
  BUNDLE_FILES,
  CERTIFICATES,
  CHECKPOINT,
  DOCUMENT,
  EVENTS,
  KEYS,
  MANIFEST,
  OPENINGS,
  PROOFS,
  README,
  RECEIPTS,
} from './bundle-files.js';
import { FILE_BYTES_MAX, FILE_VALUES, LINE_VALUES } from './bundle-limits.js';
import type { ByteSource } from './byte-source.js';
import { pemFile } from './pem-files.js';
import { BUNDLE_README } from './readme.js';
import { fileOf } from './spelling.js';
import { changedBundle } from './testing/changes.js';
import { type LargeBundle, largeBundle } from './testing/large-bundle.js';
import { LIMIT_VECTORS } from './testing/limit-vectors.js';
import { sampleBundle, sampleContent, SAMPLES } from './testing/sample-bundles.js';
import { verifyBundle } from './verify-bundle.js';
import { BundleTooLarge, writeBundle } from './write-bundle.js';

const TRUST = { keys: undefined, certificates: undefined };
const bytesOf = (name: string): number => FILE_BYTES_MAX.get(name) ?? 0;
const E = BUNDLE_EVENTS_MAX;
const HASH = 'f'.repeat(64);
const ID = '01900000-0000-7000-8000-000000000004';
const AT = '2026-11-28T10:12:07.413Z';
/** Number of leaves of the largest log that the limits allow for. */
const LEAVES = 2 ** 40;
const proof = (hashes: number): string[] => Array.from({ length: hashes }, () => HASH);

/** A source for the bytes of a large bundle. Each read creates only the bytes that it returns. */
class LargeSource implements ByteSource {
  bytesRead = 0;
  readonly length: number;

  constructor(private readonly bundle: LargeBundle) {
    this.length = bundle.length;
  }

  read(from: number, to: number): Buffer {
    this.bytesRead += to - from;
    const bytes = Buffer.alloc(to - from);
    for (const [at, part] of this.bundle.parts)
      for (const [n, byte] of part.entries()) if (at + n >= from && at + n < to) bytes[at + n - from] = byte;
    return bytes;
  }
}

describe('a bundle beyond the limits', () => {
  it.each([...FILE_BYTES_MAX.keys()])('is refused before any content is read: %s', (name) => {
    const large = new LargeSource(largeBundle(name));
    expect(verifyBundle(large, TRUST)).toMatchObject({
      verdict: 'broken',
      kind: 'file_too_large',
      at: name,
    });
    expect(large.bytesRead).toBeLessThan(100_000);
  });

  it('is refused before anything of more values is parsed', () => {
    const refused = LIMIT_VECTORS.filter(
      ({ expected: { kind, at } }) =>
        ['too_many_values', 'too_many_events'].includes(kind ?? '') || at === `${EVENTS}:0`,
    );
    expect(refused.length).toBeGreaterThan(10);
    for (const { name, bundle, changes } of refused) {
      const file = changedBundle(sampleBundle(bundle), changes);
      const parse = jest.spyOn(JSON, 'parse');
      verifyBundle(file, TRUST);
      const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
      parse.mockRestore();
      // A text this short can only be from the sample's own files.
      expect([name, longest < 20_000]).toEqual([name, true]);
    }
  });

  it('is not made', () => {
    const content = sampleContent(SAMPLES['in-person.zip']);
    const of = (bytes: number) => () => writeBundle({ ...content, document: Buffer.alloc(bytes) });
    expect(of(bytesOf(DOCUMENT))).not.toThrow();
    expect(of(bytesOf(DOCUMENT) + 1)).toThrow(BundleTooLarge);
  });
});

describe('the largest files that the service makes', () => {
  /** Returns the number of bytes that one more entry adds to a list. */
  const entryBytes = (entry: unknown): number => fileOf([entry, entry]).length - fileOf([entry]).length;
  /**
   * Expects that a list of `count` entries fits into the limits of the file, even if the file has `others`
   * more bytes and `others` more values.
   */
  function expectWithin(name: string, entry: unknown, count: number, others = 0): void {
    expect([name, count * entryBytes(entry) + others < bytesOf(name)]).toEqual([name, true]);
    const bounds = FILE_VALUES.get(name);
    if (bounds === undefined) throw new Error(`${name} has no limit of values`);
    // Number of values that each of the `count` entries may have.
    const share = Math.floor((bounds.values - others) / count);
    expect(
      isWithinBounds(fileOf([entry]).subarray(1), { ...bounds, values: share - 1, containers: share }),
    ).toBe(true);
  }
  const checkpointName = `${LEAVES}:${HASH}`;

  it('are the receipts, proofs and checkpoints of 10,000 events', () => {
    const receipt = {
      stream: `nda-${ID}`,
      revision: E - 1,
      eventHash: HASH,
      at: AT,
      lastCheckpoint: checkpointName,
      keyId: HASH.slice(48),
      signature: Buffer.alloc(64).toString('base64'),
    };
    expectWithin(RECEIPTS, receipt, E);
    expectWithin(PROOFS, { index: LEAVES - 1, proof: proof(Math.log2(LEAVES)) }, E);
    expectWithin(CHECKPOINT, { checkpoint: checkpointName, proof: proof(Math.log2(LEAVES) + 1) }, E, 500);
  });

  /** Returns the line and the opening of an event whose personal part contains these fields. */
  function eventOf(personal: object) {
    const { plaintext, commitments } = encodePersonalPart({ personal });
    // The ciphertext is longer than the plaintext, because it also contains a nonce and a tag.
    const sealed = Buffer.alloc(plaintext.length + 64).toString('base64');
    const open = {
      about: ID,
      by: 'admin',
      agreementCommitment: HASH,
      templateVersion: 'v2',
      creatorKeyHash: HASH,
    };
    const data = encodeData({ open, sealed, keyId: ID, commitments });
    const core = encodeCore({
      format: 2,
      at: AT,
      actor: 'admin',
      commandId: ID,
      correlationId: ID,
      causedBy: ID,
    });
    const metadata = encodeMetadata({ core, blind: HASH, content: HASH, previousHash: HASH, hash: HASH });
    const [b64, meta] = [data.toString('base64'), metadata.toString('base64')];
    const type = 'Party2AddressCorrected.v1';
    const line = fileOf({ stream: `nda-${ID}`, revision: E - 1, id: ID, type, data: b64, metadata: meta });
    const salt = Buffer.alloc(32).toString('base64');
    const text = canonicalJson({ personal });
    return { line, opening: { part: 'personal', revision: E - 1, state: 'opened', salt, text } };
  }
  /**
   * `termsOf` and `noteOf` return personal parts. Each text that a user can enter has its maximum length and
   * consists of this letter only.
   */
  const termsOf = (letter: string): object => ({
    ...Object.fromEntries(TEXT_TERMS.map((name) => [name, letter.repeat(TERM_FIELDS[name].max)])),
    agreementHash: HASH,
    agreementSalt: HASH,
  });
  const noteOf = (letter: string): object => ({
    reason: letter.repeat(Math.max(OBLIGATION_NOTE_MAX, LEGAL_HOLD_REASON_MAX)),
  });

  // '€' takes the most bytes in UTF-8. '"' takes the most bytes where a JSON text is embedded in another JSON
  // text.
  it.each(['€', '"'])('are 10,000 events of the longest texts, which consist of %s', (letter) => {
    const [created, other] = [eventOf(termsOf(letter)), eventOf(noteOf(letter))];
    expect(created.line.length + (E - 1) * other.line.length).toBeLessThan(bytesOf(EVENTS));
    expect(isWithinBounds(created.line, LINE_VALUES)).toBe(true);
    const withheld = { part: 'origin', revision: E - 1, state: 'withheld' };
    const origins = E * entryBytes(withheld);
    expect(entryBytes(created.opening) + (E - 1) * entryBytes(other.opening) + origins).toBeLessThan(
      bytesOf(OPENINGS),
    );
    const values = FILE_VALUES.get(OPENINGS)?.values ?? 0;
    // Each event has two openings. Each opening has four commas in it and one comma after it.
    expect(2 * E * 5).toBeLessThanOrEqual(values);
  });

  it('are the document, its certificate and the fixed files', () => {
    expect(bytesOf(DOCUMENT)).toBe(VERIFY_MAX_BYTES);
    expect(bytesOf(DOCUMENT)).toBeGreaterThan(10 * SIGNATURE_MAX_BYTES);
    // The certificate chain in SEAL_P12 has at most 8,192 bytes. A document is sealed once, and the event of
    // the sealing names one certificate.
    expect(5 * pemFile([Buffer.alloc(8_192)]).length).toBeLessThan(bytesOf(CERTIFICATES));
    expect(fileOf([{ keyId: HASH.slice(48), publicKey: HASH.slice(20) }]).length * 2).toBeLessThan(
      bytesOf(KEYS),
    );
    expect(Buffer.byteLength(BUNDLE_README)).toBeLessThan(bytesOf(README));
    // The agreement contains the terms and also its own text.
    expect(3 * fileOf(termsOf('€')).length).toBeLessThan(bytesOf(AGREEMENT));
  });

  it('are all files but the manifest, which has a limit of its own', () => {
    expect([MANIFEST, ...FILE_BYTES_MAX.keys()]).toEqual(BUNDLE_FILES);
  });
});
