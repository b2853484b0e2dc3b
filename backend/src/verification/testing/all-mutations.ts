import type { CmsSigner } from '../../pades/build-cms.js';
import { cmsRewrites } from './cms-rewrites.js';
import { bits, cmsOf, cuts, entries, type Mutation, mutation, withCms } from './mutations.js';
import { evidenceRebuilds, rebuilds } from './rebuilds.js';
import { type Stamp, timestampMutations, type Twin, twinMutations } from './twins.js';
import { additions } from './updates.js';

/** A sealed file, and the keys and tokens with which it is changed. */
export interface Changing {
  readonly pdf: Buffer;
  /** Certificates of the operator. */
  readonly chain: CmsSigner['chain'];
  readonly twin: Twin;
  readonly sealedAt: Date;
  readonly stamp: Stamp;
  /**
   * True: several bits of each object are changed, and every change of the evidence is made. False: one bit
   * of each object is changed, and one change of each kind is made in the evidence.
   */
  readonly whole: boolean;
}

/** Number of bits that are changed in each object of a file if `whole` is true. */
const BITS = 4;

/** Yields every mutation of a file, except changes of single bits of the CMS. */
export function* mutationsOf({ pdf, chain, twin, sealedAt, stamp, whole }: Changing): Generator<Mutation> {
  const each = whole ? BITS : 1;
  yield* bits(pdf, each);
  yield* entries(pdf);
  yield* additions(pdf, twin);
  yield* cuts(pdf, 4 * each);
  yield* rebuilds(pdf);
  yield* evidenceRebuilds(pdf, whole);
  for (const [name, cms] of cmsRewrites(cmsOf(pdf), twin.chain[0]))
    yield mutation('a wrapper', name, () => withCms(pdf, cms));
  yield* twinMutations(pdf, chain, twin);
  yield* timestampMutations(pdf, sealedAt, stamp);
}
