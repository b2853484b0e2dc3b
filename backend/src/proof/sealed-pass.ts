import type { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { canonicalJson } from '../platform/crypto/canonical-json.js';
import type { PassState } from './pass-state.js';

/** A `PassState` as it is stored: with hexadecimal hashes. */
export type StoredPass = Omit<PassState, 'edge'> & { readonly edge: readonly string[] };

export const toStored = ({ edge, ...rest }: PassState): StoredPass => ({
  ...rest,
  edge: edge.map((hash) => hash.toString('hex')),
});
export const fromStored = ({ edge, ...rest }: StoredPass): PassState => ({
  ...rest,
  edge: edge.map((hash) => Buffer.from(hash, 'hex')),
});

export type SealKeys = Pick<AppendKeys, 'sealOf' | 'hasSealed'>;
/**
 * The work that a stored progress belongs to. The progress of one kind of work is worth nothing to another.
 * `result`: that of a verification.
 */
export type ProgressOf = 'verification' | 'round' | 'result';

const textOf = (of: ProgressOf, value: object): string => canonicalJson({ of, value });

/**
 * Returns the MAC of a stored progress. Anyone who writes rows could otherwise move the progress forward, and
 * the verification would pass over events (rule:log-is-verified).
 */
export const sealProgress = (keys: SealKeys, of: ProgressOf, value: object): string =>
  keys.sealOf('pass', textOf(of, value));

/** True if this service stored exactly this progress. */
export const isSealedProgress = (
  keys: SealKeys,
  of: ProgressOf,
  value: object,
  mac: string | null,
): boolean => mac !== null && keys.hasSealed(mac, 'pass', textOf(of, value));

/**
 * SQL for the number of the next turn. Somebody may have written any number into the row, so the turns start over
 * where they cannot be counted on.
 * @param turn the column
 */
export const nextTurn = (turn: string): string =>
  `CASE WHEN ${turn} BETWEEN 0 AND 9000000000000000 THEN ${turn} + 1 ELSE 1 END`;
