import { canonicalJson } from '../../platform/crypto/canonical-json.js';
import { OperatorError } from '../../platform/errors/operator-error.js';
import type { AppendKeys } from './append-keys.js';
import type { Accepts } from './closed-streams.js';

/**
 * A place that the operator accepted although something is wrong with it. Usually a place of the log. For a
 * checkpoint that the log does not continue, see `checkpointPlace`.
 */
export interface AcceptedPlace {
  readonly stream: string;
  readonly revision: number;
}

/** An accepted place as the statement keeps it. */
export interface Acceptance extends AcceptedPlace {
  /** Number of leaves of the tree when the place was accepted. Later leaves are not excused. */
  readonly size: number;
}

/** The events that the service recorded at accepted places since they were accepted. */
export interface Refills {
  /** Returns the hashes of the events that were recorded at this place since. */
  hashesAt(place: AcceptedPlace): ReadonlySet<string>;
  /** True if the stream has an event at this place or behind it since. */
  isContinued(place: AcceptedPlace): boolean;
  /** Reads what was recorded meanwhile. @param unchanging number of leaves that do not change any more */
  refresh(unchanging: number): Promise<void>;
}

export const NOTHING_FILLED: Refills = {
  hashesAt: () => new Set(),
  isContinued: () => false,
  refresh: () => Promise.resolve(),
};

/**
 * The statement by which the operator adopted a log (LOG_ADOPTED). Events below `size` count if their leaf is
 * in the tree with this root, whether or not they have a MAC. The statement is kept with the secrets, outside
 * of the stores: who writes rows cannot make or change it.
 */
export interface Adoption {
  /** Identity of the log. */
  readonly log: string;
  /** Number of leaves of the tree at the adoption. */
  readonly size: number;
  /** Root of that tree, hexadecimal. */
  readonly root: string;
  readonly accepted: readonly Acceptance[];
  /** Names of keys whose MACs count only below `size`. */
  readonly retired: readonly string[];
  /** Why the operator accepted places or retired keys. Null if the statement does neither. */
  readonly reason: string | null;
  /**
   * SHA-256 of each statement that was known when this one was made. Undefined in the statements of versions that
   * did not record them.
   */
  readonly earlier?: readonly string[] | undefined;
}

/** Findings that remain at an accepted place that was filled again: the tree has the leaves of both events. */
const OTHER: ReadonlySet<string> = new Set(['forked', 'reordered']);
/** Findings that say that the stream ends before a place. */
const CUT: ReadonlySet<string> = new Set(['missing', 'truncated']);

/**
 * Returns which findings the operator accepted; none without a statement. An acceptance excuses nothing that
 * happens to an event that the service recorded at the place since, or to a stream that went on since
 * (rule:losses-are-accepted-by-name).
 */
export function acceptedBy(
  adoption: Pick<Adoption, 'accepted'> | undefined,
  refills: Pick<Refills, 'hashesAt' | 'isContinued'> = NOTHING_FILLED,
): Accepts {
  const nameOf = ({ stream, revision }: AcceptedPlace): string => `${stream}@${revision}`;
  const accepted = new Set(adoption?.accepted.map(nameOf));
  return (stream, revision, kind, hash) => {
    const place = { stream, revision };
    if (!accepted.has(nameOf(place))) return false;
    const since = refills.hashesAt(place);
    if (kind === 'missing' && hash !== undefined) return !since.has(hash);
    if (since.size > 0) return since.size === 1 && OTHER.has(kind);
    return !(CUT.has(kind) && refills.isContinued(place));
  };
}

/** Thrown if a statement cannot be used. The message names the reason. */
export class AdoptionInvalid extends OperatorError {
  constructor(reason: string) {
    super(`LOG_ADOPTED ${reason}`);
  }
}

const PURPOSE = 'adoption';
const FORM = /^([A-Za-z0-9_-]+)\.([0-9a-f]{8}\.[A-Za-z0-9_-]{43})$/;
const ROOT = /^[0-9a-f]{64}$/;

/** Returns the text of LOG_ADOPTED: the statement in base64url, a dot, and its MAC. */
export function encodeAdoption(adoption: Adoption, keys: Pick<AppendKeys, 'sealOf'>): string {
  const { log, size, root, accepted, retired, reason, earlier } = adoption;
  const said = { log, size, root, accepted, retired, reason, earlier };
  const body = Buffer.from(canonicalJson(said), 'utf8').toString('base64url');
  return `${body}.${keys.sealOf(PURPOSE, body)}`;
}

/** @throws AdoptionInvalid */
export function decodeAdoption(text: string, keys: Pick<AppendKeys, 'log' | 'hasSealed'>): Adoption {
  const [, body = '', mac = ''] = FORM.exec(text.trim()) ?? [];
  if (body === '') throw new AdoptionInvalid('is not a statement of siegel log:adopt.');
  if (!keys.hasSealed(mac, PURPOSE, body))
    throw new AdoptionInvalid(
      'was not made with a key in APPEND_KEY. Restore both from the same backup of the secrets.',
    );
  // The MAC shows that this service wrote the statement, so its form needs no further check but the version's.
  const value = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Adoption;
  if (value.log !== keys.log) throw new AdoptionInvalid('is of another log than APPEND_KEY.');
  if (!Number.isSafeInteger(value.size) || !ROOT.test(value.root))
    throw new AdoptionInvalid('is of a newer version of the service.');
  return value;
}
