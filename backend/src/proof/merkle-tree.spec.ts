import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  consistencyPath,
  EMPTY_ROOT,
  inclusionPath,
  type LeafRange,
  leafHash,
  nodeHash,
  provesConsistency,
  provesInclusion,
  rootOf,
  subtreesOf,
  TreeEdge,
} from './merkle-tree.js';

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const entryOf = (n: number): Buffer => sha256(Buffer.from(`event ${n}`));
const entries = Array.from({ length: 300 }, (_, n) => entryOf(n));

/** MTH as section 2.1.1 of the RFC defines it, word for word. */
function definedRoot(of: readonly Buffer[]): Buffer {
  if (of.length === 0) return sha256();
  if (of.length === 1) return sha256(Buffer.of(0), of[0] as Buffer);
  let k = 1;
  while (k * 2 < of.length) k *= 2;
  return sha256(Buffer.of(1), definedRoot(of.slice(0, k)), definedRoot(of.slice(k)));
}

/** PATH as section 2.1.3.1 defines it. */
function definedPath(m: number, of: readonly Buffer[]): Buffer[] {
  if (of.length === 1) return [];
  let k = 1;
  while (k * 2 < of.length) k *= 2;
  return m < k
    ? [...definedPath(m, of.slice(0, k)), definedRoot(of.slice(k))]
    : [...definedPath(m - k, of.slice(k)), definedRoot(of.slice(0, k))];
}

/** SUBPROOF as section 2.1.4.1 defines it. */
function definedSubproof(m: number, of: readonly Buffer[], known: boolean): Buffer[] {
  if (m === of.length) return known ? [] : [definedRoot(of)];
  let k = 1;
  while (k * 2 < of.length) k *= 2;
  return m <= k
    ? [...definedSubproof(m, of.slice(0, k), known), definedRoot(of.slice(k))]
    : [...definedSubproof(m - k, of.slice(k), false), definedRoot(of.slice(0, k))];
}

const rootsOf = (ranges: readonly LeafRange[]): Buffer[] =>
  ranges.map(({ from, to }) => definedRoot(entries.slice(from, to)));
const size = fc.integer({ min: 1, max: 300 });
const flipped = (bytes: Buffer, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  const at = Math.floor(bit / 8) % copy.length;
  copy[at] = (copy[at] as number) ^ (1 << (bit % 8));
  return copy;
};

describe('the tree', () => {
  it('has the hashes of the RFC, which differ between leaves and nodes', () => {
    expect(EMPTY_ROOT.toString('hex')).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(leafHash(Buffer.alloc(0)).toString('hex')).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    const [one, two] = [leafHash(entryOf(1)), leafHash(entryOf(2))];
    expect(leafHash(Buffer.concat([one, two]))).not.toEqual(nodeHash(one, two));
  });

  it('marks leaves and nodes even if they consist of other data than hashes', () => {
    for (const length of [0, 1, 31, 32, 33]) {
      const [left, right] = [Buffer.alloc(length, 7), entryOf(1)];
      expect(leafHash(left)).toEqual(sha256(Buffer.of(0), left));
      expect(nodeHash(left, right)).toEqual(sha256(Buffer.of(1), left, right));
      expect(nodeHash(right, left)).toEqual(sha256(Buffer.of(1), right, left));
    }
  });

  it('grows leaf by leaf to the root of the definition, and completes each subtree once', () => {
    const edge = TreeEdge.empty();
    const seen = new Set<string>();
    for (let n = 0; n <= entries.length; n += 1) {
      expect(edge.root()).toEqual(definedRoot(entries.slice(0, n)));
      expect(TreeEdge.of(edge.size, edge.edge).root()).toEqual(edge.root());
      if (n === entries.length) break;
      for (const { level, index, hash } of edge.append(entries[n] as Buffer)) {
        const width = 2 ** level;
        expect(hash).toEqual(definedRoot(entries.slice(index * width, (index + 1) * width)));
        expect(seen.has(`${level}/${index}`)).toBe(false);
        seen.add(`${level}/${index}`);
      }
    }
    expect(seen.size).toBe(150 + 75 + 37 + 18 + 9 + 4 + 2 + 1);
    expect(() => TreeEdge.of(3, [EMPTY_ROOT])).toThrow(RangeError);
  });

  it('can be assembled from complete subtrees, for any part of it', () => {
    fc.assert(
      fc.property(size, fc.nat(), (n, at) => {
        for (const range of [
          ...inclusionPath(at % n, n),
          ...consistencyPath(at % n, n),
          { from: 0, to: n },
        ]) {
          const parts = subtreesOf(range).map(({ level, index }) => ({
            from: index * 2 ** level,
            to: (index + 1) * 2 ** level,
          }));
          expect(rootOf(rootsOf(parts))).toEqual(definedRoot(entries.slice(range.from, range.to)));
        }
      }),
    );
  });

  it('proves each leaf as the RFC says, but no other leaf and no other place', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (n, at, bit) => {
        const place = at % n;
        const proof = rootsOf(inclusionPath(place, n));
        expect(proof).toEqual(definedPath(place, entries.slice(0, n)));
        const claim = {
          entry: entryOf(place),
          place,
          size: n,
          root: definedRoot(entries.slice(0, n)),
          proof,
        };
        expect(provesInclusion(claim)).toBe(true);
        const wrong = [
          { entry: flipped(claim.entry, bit) },
          { root: flipped(claim.root, bit) },
          { proof: [...proof, entryOf(1)] },
          { place: n },
          { place: -1 },
          { place: place + 0.5 },
          { size: place },
          ...(n > 1 ? [{ place: (place + 1) % n }, { proof: proof.slice(1) }] : []),
          ...proof.map((part, k) => ({ proof: proof.with(k, flipped(part, bit)) })),
        ];
        for (const change of wrong) expect(provesInclusion({ ...claim, ...change })).toBe(false);
      }),
    );
  });

  it('proves each beginning of the tree as the RFC says, and nothing else', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (n, at, bit) => {
        const m = 1 + (at % n);
        const proof = rootsOf(consistencyPath(m, n));
        expect(proof).toEqual(definedSubproof(m, entries.slice(0, n), true));
        const older = { size: m, root: definedRoot(entries.slice(0, m)) };
        const newer = { size: n, root: definedRoot(entries.slice(0, n)) };
        expect(provesConsistency({ older, newer, proof })).toBe(true);
        const wrong = [
          { older: { ...older, root: flipped(older.root, bit) } },
          { newer: { ...newer, root: flipped(newer.root, bit) } },
          { proof: [...proof, entryOf(1)] },
          { older: { ...older, size: n + 1 } },
          { older: { ...older, size: m - 0.5 } },
          { older: { ...older, size: -1 } },
          ...proof.map((part, k) => ({ proof: proof.with(k, flipped(part, bit)) })),
        ];
        for (const change of wrong) expect(provesConsistency({ older, newer, proof, ...change })).toBe(false);
      }),
    );
    const newer = { size: 7, root: definedRoot(entries.slice(0, 7)) };
    expect(provesConsistency({ older: { size: 0, root: EMPTY_ROOT }, newer, proof: [] })).toBe(true);
    expect(provesConsistency({ older: { size: 0, root: entryOf(1) }, newer, proof: [] })).toBe(false);
  });

  it('supports places beyond 32 bits', () => {
    const [place, n] = [2 ** 40 + 3, 2 ** 41 + 5];
    expect(inclusionPath(place, n)).toHaveLength(42);
    expect(subtreesOf({ from: 0, to: n })).toEqual([
      { level: 41, index: 0 },
      { level: 2, index: 2 ** 39 },
      { level: 0, index: n - 1 },
    ]);
    expect(() => inclusionPath(5, 5)).toThrow(RangeError);
    expect(() => inclusionPath(-1, 5)).toThrow(RangeError);
    expect(() => consistencyPath(6, 5)).toThrow(RangeError);
  });
});
