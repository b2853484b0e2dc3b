import type { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import type { Leaf, LeafNames } from './leaves.js';

/** For verifications without APPEND_KEY, which cannot check MACs. */
export const UNCHECKED_NAMES: LeafNames = { isNamed: () => true };

/**
 * Makes and checks the MACs of leaves (rule:tree-is-sealed). Each row of `log_leaves` has its own, over
 * place, stream, revision and hash, so a single leaf that is looked up shows whether it was renamed.
 */
export class LeafSeals implements LeafNames {
  constructor(private readonly keys: Pick<AppendKeys, 'leafMarkOf' | 'hasMadeLeaf'>) {}

  /** Returns the MAC, hexadecimal. */
  macOf({ place, stream, revision, eventHash: hash }: Omit<Leaf, 'mac'>): string {
    return this.keys.leafMarkOf({ place, stream, revision, hash });
  }

  isNamed({ mac, place, stream, revision, eventHash: hash }: Leaf): boolean {
    return mac !== null && this.keys.hasMadeLeaf(mac, { place, stream, revision, hash });
  }
}

/**
 * The name under which a leaf is reported and accepted if nobody knows its stream and revision. `isOwnStream`
 * knows no stream with this name.
 */
export const namelessPlaceOf = ({
  eventHash,
  place,
}: Pick<Leaf, 'eventHash' | 'place'>): { readonly stream: string; readonly revision: number } => ({
  stream: `leaf-${eventHash}`,
  revision: place,
});
