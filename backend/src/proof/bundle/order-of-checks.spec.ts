import { BundleFault, type BundledEvent, EVENTS, KEYS, MANIFEST, README } from './bundle-files.js';
import { checkAgreement } from './check-agreement.js';
import { checkEvents } from './check-events.js';
import { checkOpenings } from './check-openings.js';
import { checkProofs, checkReceipts } from './check-proofs.js';
import { readBundle } from './read-bundle.js';
import { fileOf } from './spelling.js';
import { sampleContent, SAMPLES } from './testing/sample-bundles.js';
import { sampleKey } from './testing/sample-log.js';
import { listed } from './write-bundle.js';

const content = sampleContent(SAMPLES['in-person.zip']);
const { stream } = content;
const events = checkEvents(stream, content.events);

/** Returns the kind and the location of the first fault. */
function faultOf(check: () => unknown): readonly [string, string | null] | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (!(error instanceof BundleFault)) throw error;
    return [error.kind, error.at];
  }
}

describe('among several faults of a bundle, the check', () => {
  it('finds none in a correct bundle', () => {
    expect(faultOf(() => checkReceipts(stream, events, content))).toBeUndefined();
    expect(faultOf(() => checkProofs(events, content))).toBeUndefined();
    expect(faultOf(() => checkOpenings(events, content.openings))).toBeUndefined();
  });

  it('reports a missing or surplus receipt before it checks keys and receipts', () => {
    const last = content.receipts.length - 1;
    const fewer = { ...content, receipts: content.receipts.slice(0, -1), keys: [] };
    expect(faultOf(() => checkReceipts(stream, events, fewer))).toEqual([
      'receipt_missing',
      `receipts.json:${last}`,
    ]);
    const less = events.slice(0, -1);
    expect(faultOf(() => checkReceipts(stream, less, { ...content, keys: [] }))).toEqual([
      'event_missing',
      `events.jsonl:${last}`,
    ]);
  });

  it('reports a missing or surplus proof before it checks any proof', () => {
    const last = content.proofs.length - 1;
    const wrong = content.proofs.with(0, { index: 0, proof: [] });
    expect(faultOf(() => checkProofs(events, { ...content, proofs: wrong.slice(0, -1) }))).toEqual([
      'proof_missing',
      `proofs.json:${last}`,
    ]);
    expect(faultOf(() => checkProofs(events.slice(0, -1), { ...content, proofs: wrong }))).toEqual([
      'event_missing',
      `events.jsonl:${last}`,
    ]);
  });

  it('reports keys in another order before it checks their receipts', () => {
    const keys = ['one', 'two', 'three']
      .map((seed) => sampleKey(seed))
      .toSorted((one, other) => (one.keyId < other.keyId ? -1 : 1));
    const receipts = content.receipts.map((receipt, n) => ({ ...receipt, keyId: keys[n % 3]?.keyId ?? '' }));
    const checkpoint = { ...content.checkpoint, keyId: keys[0]?.keyId ?? '' };
    const fault = (places: readonly number[]) =>
      faultOf(() =>
        checkReceipts(stream, events, {
          receipts,
          checkpoint,
          keys: places.flatMap((place) => keys[place] ?? []),
        }),
      );
    expect(fault([0, 1, 2])).toEqual(['receipt_signature_wrong', 'receipts.json:0']);
    for (const places of [
      [0, 2, 1],
      [1, 0, 2],
      [0, 1, 2, 2],
    ])
      expect(fault(places)).toEqual(['key_wrong', 'keys.json']);
    expect(fault([0, 1])).toEqual(['key_missing', 'keys.json']);
  });

  it('does not accept the opening of another event, even if it matches the commitment', () => {
    const [first] = content.openings;
    if (first === undefined) throw new Error('there is no opening');
    const moved = content.openings.with(0, { ...first, revision: 77 });
    expect(faultOf(() => checkOpenings(events, moved))).toEqual([
      'opening_missing',
      `openings.json:${first.revision}`,
    ]);
  });

  it('reports an opening without a commitment before it reports a wrong opening in the same place', () => {
    const [first] = content.openings;
    if (first === undefined) throw new Error('there is no opening');
    const wrong = { revision: first.revision, part: first.part, state: 'erased' } as const;
    const surplus = { revision: 77, part: 'personal', state: 'withheld' } as const;
    expect(faultOf(() => checkOpenings(events, content.openings.with(0, wrong)))).toEqual([
      'opening_wrong',
      `openings.json:${first.revision}`,
    ]);
    expect(faultOf(() => checkOpenings(events, [...content.openings.with(0, wrong), surplus]))).toEqual([
      'opening_wrong',
      'openings.json:77',
    ]);
  });
});

describe('the agreement of a bundle', () => {
  const disclosed = checkOpenings(events, content.openings);

  it('is the same in every event that names it', () => {
    expect(faultOf(() => checkAgreement(events, disclosed, content))).toBeUndefined();
    for (const name of ['Party1Signed', 'Party2Signed', 'NdaCompleted']) {
      const other = events.map((event) =>
        event.name === name
          ? { ...event, open: { ...event.open, agreementCommitment: 'f'.repeat(64) } }
          : event,
      );
      const at = events.findIndex((event) => event.name === name);
      expect(faultOf(() => checkAgreement(other, disclosed, content))).toEqual([
        'agreement_wrong',
        `events.jsonl:${at}`,
      ]);
    }
  });
});

describe('an event of format 1', () => {
  const old = sampleContent(SAMPLES['remote-format-1.zip']);
  const hash = 'f'.repeat(64);

  /**
   * Returns the sample's events. Adds these members to the metadata of the first event. The metadata keep the
   * only valid spelling.
   */
  const withMetadata = (more: { readonly blind?: unknown; readonly content?: unknown }): BundledEvent[] => {
    const [first, ...rest] = old.events;
    if (first === undefined) throw new Error('there is no event');
    const told = JSON.parse(first.metadata.toString('utf8')) as Record<string, unknown>;
    const { core, previousHash, hash: own } = told;
    const { blind, content: hidden } = more;
    const metadata = JSON.stringify({ core, blind, content: hidden, previousHash, hash: own });
    return [{ ...first, metadata: Buffer.from(metadata) }, ...rest];
  };

  it.each([
    [{ blind: hash }],
    [{ content: hash }],
    [{ blind: 'x', content: hash }],
    [{ blind: hash, content: 'x' }],
    [{ blind: hash, content: hash }],
  ])('has no part of the other format: %j', (more) => {
    expect(faultOf(() => checkEvents(old.stream, withMetadata({})))).toBeUndefined();
    expect(faultOf(() => checkEvents(old.stream, withMetadata(more)))).toEqual([
      'event_altered',
      'events.jsonl:0',
    ]);
  });
});

describe('the manifest of a bundle', () => {
  /** Returns a manifest of this length. It names one file, and this file does not exist. */
  const manifest = (length: number): Buffer => {
    const of = (name: string): Buffer =>
      fileOf({ files: [{ name, sha256: 'f'.repeat(64), size: 1 }], format: 'siegel-bundle/1', stream });
    return of('x'.repeat(length - of('').length));
  };

  it('names the files in their order', () => {
    const files = [README, KEYS, EVENTS].map((name) => ({ name, bytes: Buffer.from(name) }));
    const read = (...order: readonly number[]) => {
      const named = order.flatMap((n) => files[n] ?? []).map(listed);
      const bytes = fileOf({ files: named, format: 'siegel-bundle/1', stream });
      return faultOf(() => readBundle([{ name: MANIFEST, bytes }, ...files]));
    };
    expect(read(0, 1, 2)).toEqual(['readme_wrong', README]);
    for (const order of [
      [0, 2, 1],
      [1, 0, 2],
      [2, 0, 1],
      [0, 1, 2, 2],
    ])
      expect(read(...order)).toEqual(['unreadable', MANIFEST]);
  });

  it('has at most ten thousand bytes', () => {
    const read = (length: number) => faultOf(() => readBundle([{ name: MANIFEST, bytes: manifest(length) }]));
    expect(manifest(10_000)).toHaveLength(10_000);
    expect(read(10_000)).toEqual(['missing_file', null]);
    expect(read(10_001)).toEqual(['unreadable', MANIFEST]);
  });
});
