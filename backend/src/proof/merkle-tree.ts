import { sha256 } from '../platform/crypto/sha256.js';

/**
 * An append-only Merkle tree as in RFC 9162 section 2.1, over SHA-256 (rule:log-is-checkpointed). Pure. The
 * functions compute which hashes make up a root or a proof, and combine these hashes. Other modules store the
 * hashes. Places and sizes are whole numbers up to 2^53, so nothing here uses 32-bit operations.
 */

const [LEAF, NODE] = [Buffer.of(0x00), Buffer.of(0x01)];
const HASH_BYTES = 32;

/** Root of the tree without leaves. */
export const EMPTY_ROOT = sha256(Buffer.alloc(0));

/** Reused buffers for the bytes to hash. Each buffer already begins with its prefix byte. */
const [leaf, node] = [Buffer.alloc(1 + HASH_BYTES), Buffer.alloc(1 + 2 * HASH_BYTES)];
leaf.set(LEAF);
node.set(NODE);

/**
 * The input of the hash begins with one prefix byte for leaves and another for nodes. A leaf can therefore
 * not pass for a node, nor a node for a leaf.
 */
export function leafHash(entry: Uint8Array): Buffer {
  if (entry.length !== HASH_BYTES) return sha256(Buffer.concat([LEAF, entry]));
  leaf.set(entry, LEAF.length);
  return sha256(leaf);
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES)
    return sha256(Buffer.concat([NODE, left, right]));
  node.set(left, NODE.length);
  node.set(right, NODE.length + HASH_BYTES);
  return sha256(node);
}

/** A complete subtree of 2^level leaves, beginning with leaf `index × 2^level`. Level 0 is a leaf. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

export interface SubtreeRoot extends Subtree {
  readonly hash: Buffer;
}

/** A range of leaves from `from` up to but excluding `to`. */
export interface LeafRange {
  readonly from: number;
  readonly to: number;
}

/** Returns the complete subtrees that make up a range of leaves, left to right. */
export function subtreesOf({ from, to }: LeafRange): Subtree[] {
  const found: Subtree[] = [];
  for (let at = from; at < to; ) {
    let level = 0;
    let width = 1;
    while (at % (width * 2) === 0 && at + width * 2 <= to) {
      width *= 2;
      level += 1;
    }
    found.push({ level, index: at / width });
    at += width;
  }
  return found;
}

/**
 * Returns the root over adjacent subtrees.
 * @param roots roots of the subtrees, left to right
 */
export function rootOf(roots: readonly Buffer[]): Buffer {
  const last = roots.at(-1);
  if (last === undefined) return EMPTY_ROOT;
  return roots.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), last);
}

/** Returns the largest power of two that is smaller than n, for n > 1. */
function splitOf(n: number): number {
  let power = 1;
  while (power * 2 < n) power *= 2;
  return power;
}

/**
 * Returns the ranges whose roots prove that the tree of `size` leaves contains the leaf at `place` (section
 * 2.1.3.1). The ranges are ordered from the leaf upwards.
 * @throws RangeError if the tree has no such leaf
 */
export function inclusionPath(place: number, size: number): LeafRange[] {
  requireWhole(place, size);
  if (place >= size) throw new RangeError(`a tree of ${size} has no leaf ${place}`);
  const path: LeafRange[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    path.push(place < middle ? { from: middle, to } : { from, to: middle });
    if (place < middle) to = middle;
    else from = middle;
  }
  return path.reverse();
}

/**
 * Returns the ranges whose roots prove that the tree of `older` leaves is the beginning of the tree of `size`
 * leaves (section 2.1.4.1).
 * @throws RangeError if `older` is larger than `size`
 */
export function consistencyPath(older: number, size: number): LeafRange[] {
  requireWhole(older, size);
  if (older > size) throw new RangeError(`a tree of ${size} has no beginning of ${older}`);
  if (older === 0 || older === size) return [];
  const path: LeafRange[] = [];
  let [from, to] = [0, size];
  // The loop ends when the range ends where the older tree ends. If the range then begins at 0, the range is
  // the older tree, and the verifier knows its root. Otherwise the proof needs the root of the range.
  while (older !== to) {
    const middle = from + splitOf(to - from);
    path.push(older <= middle ? { from: middle, to } : { from, to: middle });
    if (older <= middle) to = middle;
    else from = middle;
  }
  if (from > 0) path.push({ from, to });
  return path.reverse();
}

function requireWhole(...numbers: readonly number[]): void {
  for (const number of numbers)
    if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`${number} is no place in a tree`);
}

/** True if the proof leads from this entry at this place to the root of the tree (section 2.1.3.2). */
export function provesInclusion(claim: {
  readonly entry: Uint8Array;
  readonly place: number;
  readonly size: number;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}): boolean {
  const { entry, place, size, root, proof } = claim;
  if (!Number.isSafeInteger(place) || place < 0 || !Number.isSafeInteger(size) || place >= size) return false;
  const path = inclusionPath(place, size);
  if (path.length !== proof.length) return false;
  const reached = path.reduce(
    (hash, { from }, at) =>
      from > place ? nodeHash(hash, proof[at] as Uint8Array) : nodeHash(proof[at] as Uint8Array, hash),
    leafHash(entry),
  );
  return reached.equals(root);
}

/** True if the proof shows that the older tree is the beginning of the newer one (section 2.1.4.2). */
export function provesConsistency(claim: {
  readonly older: { readonly size: number; readonly root: Uint8Array };
  readonly newer: { readonly size: number; readonly root: Uint8Array };
  readonly proof: readonly Uint8Array[];
}): boolean {
  const { older, newer, proof } = claim;
  if (!Number.isSafeInteger(older.size) || older.size < 0) return false;
  if (!Number.isSafeInteger(newer.size) || older.size > newer.size) return false;
  if (older.size === 0) return proof.length === 0 && EMPTY_ROOT.equals(older.root);
  const path = consistencyPath(older.size, newer.size);
  if (path.length !== proof.length) return false;
  // If the lowest range begins at 0, this range is the older tree, and its root is known. Otherwise the first
  // hash of the proof is the root of the lowest range.
  const begins = path[0] === undefined || path[0].from >= older.size;
  const first = begins ? older.root : (proof[0] as Uint8Array);
  let olderRoot: Buffer = Buffer.from(first);
  let newerRoot = olderRoot;
  for (let at = begins ? 0 : 1; at < path.length; at += 1) {
    const part = proof[at] as Uint8Array;
    if ((path[at] as LeafRange).from >= older.size) newerRoot = nodeHash(newerRoot, part);
    else {
      olderRoot = nodeHash(part, olderRoot);
      newerRoot = nodeHash(part, newerRoot);
    }
  }
  return olderRoot.equals(older.root) && newerRoot.equals(newer.root);
}

/**
 * The right edge of a growing tree: the roots of its complete subtrees, left to right. There are at most 53.
 */
export class TreeEdge {
  private constructor(
    private count: number,
    private readonly roots: Buffer[],
  ) {}

  static empty(): TreeEdge {
    return new TreeEdge(0, []);
  }

  /** @param roots the roots of `subtreesOf({ from: 0, to: size })`, in the same order */
  static of(size: number, roots: readonly Buffer[]): TreeEdge {
    if (subtreesOf({ from: 0, to: size }).length !== roots.length)
      throw new RangeError(`${roots.length} roots are no tree of ${size}`);
    return new TreeEdge(size, [...roots]);
  }

  get size(): number {
    return this.count;
  }

  get edge(): readonly Buffer[] {
    return this.roots;
  }

  copy(): TreeEdge {
    return new TreeEdge(this.count, [...this.roots]);
  }

  /**
   * @param completed `append` adds the subtrees that the leaf completes to this list, from level 1 upwards.
   * The caller can pass one list for many leaves
   * @returns the list `completed`
   */
  append(entry: Uint8Array, completed: SubtreeRoot[] = []): SubtreeRoot[] {
    let hash = leafHash(entry);
    let index = this.count;
    for (let level = 1; index % 2 === 1; level += 1) {
      hash = nodeHash(this.roots.pop() as Buffer, hash);
      index = (index - 1) / 2;
      completed.push({ level, index, hash });
    }
    this.roots.push(hash);
    this.count += 1;
    return completed;
  }

  root(): Buffer {
    return rootOf(this.roots);
  }
}
