import type { Adoption } from '../eventsourcing/trust/adoption.js';
import { sha256Hex } from '../platform/crypto/sha256.js';

/** The statement that is in use, as far as it decides about what was kept under other statements. */
export interface AdoptionInUse {
  /** SHA-256 of LOG_ADOPTED; null if there is none. */
  readonly adopted: string | null;
  /** The same of the statements before this one. Undefined if the statement does not name them. */
  readonly earlier?: readonly string[] | undefined;
}

/** Returns the digest of LOG_ADOPTED. @param statement the text of LOG_ADOPTED */
export const adoptionOf = (statement: string | undefined): string | null =>
  statement === undefined ? null : sha256Hex(Buffer.from(statement.trim(), 'utf8'));

/** @param adoption what the text says */
export const adoptionInUse = (
  statement: string | undefined,
  adoption: Pick<Adoption, 'earlier'> | undefined,
): AdoptionInUse => ({ adopted: adoptionOf(statement), earlier: adoption?.earlier });

/**
 * True if the statement in use was made after the other one. A statement that names no earlier ones was made by a
 * version that did not record them, and counts as made after all others.
 * @param other the digest of a statement; null for the time in which there was none
 */
export const isAfter = ({ adopted, earlier }: AdoptionInUse, other: string | null): boolean =>
  adopted !== null &&
  adopted !== other &&
  (other === null || earlier === undefined || earlier.includes(other));

const NONE: AdoptionInUse = { adopted: null };

/**
 * Returns the digests of all statements before one that is made now.
 * @param others those that are known beside the one in use
 */
export const allBefore = (
  { adopted, earlier = [] }: AdoptionInUse = NONE,
  others: readonly string[] = [],
): readonly string[] => [...new Set([...(adopted === null ? [] : [adopted]), ...earlier, ...others])];

/** True if one of these statements is neither the one in use nor one before it. */
export const isOutdated = (inUse: AdoptionInUse = NONE, known: readonly string[] = []): boolean =>
  known.some((one) => one !== inUse.adopted && !isAfter(inUse, one));
