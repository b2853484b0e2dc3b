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
  readonly accepted: readonly AcceptedPlace[];
  /** Names of keys whose MACs count only below `size`. */
  readonly retired: readonly string[];
  /** Why the operator accepted places or retired keys. Null if the statement does neither. */
  readonly reason: string | null;
}

/** Findings that say that a place has another event than before, or none. */
const OTHER_OR_NONE: ReadonlySet<string> = new Set(['forked', 'missing', 'truncated', 'reordered']);

/**
 * Returns which findings the operator accepted; none without a statement.
 * @param filledAgain accepted places that have an event of this service since. Only findings that say that the
 * place has another event than before stay accepted there
 */
export function acceptedBy(
  adoption: Pick<Adoption, 'accepted'> | undefined,
  filledAgain: readonly AcceptedPlace[] = [],
): Accepts {
  const nameOf = ({ stream, revision }: AcceptedPlace): string => `${stream}@${revision}`;
  const places = new Set(adoption?.accepted.map(nameOf));
  const filled = new Set(filledAgain.map(nameOf));
  return (stream, revision, kind) => {
    const name = nameOf({ stream, revision });
    return places.has(name) && (!filled.has(name) || OTHER_OR_NONE.has(kind));
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
  const { log, size, root, accepted, retired, reason } = adoption;
  const body = Buffer.from(canonicalJson({ log, size, root, accepted, retired, reason }), 'utf8').toString(
    'base64url',
  );
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
