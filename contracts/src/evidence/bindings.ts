import type { Party } from '../enums.js';
import type { EvidenceEvent } from './evidence.js';
import type { EvidenceEventV1 } from './evidence-v1.js';

/**
 * The parts of a history whose hash or commitment a reader cannot recompute from the evidence
 * (rule:evidence-withholds). Only events of format 1 have such parts. That format had one hash over the whole
 * event, and one commitment over the personal part together with an address.
 */
export interface Bindings {
  /**
   * Revisions of withheld events whose own hash nobody can recompute, but whose hash the next event names.
   */
  readonly boundBySuccessor: readonly number[];
  /**
   * Revisions of withheld events whose own hash nobody can recompute, and whose hash the next event does not
   * name. Nothing in the evidence binds these events. Only the document's seal does.
   */
  readonly boundBySealOnly: readonly number[];
  /** Parties whose signature event does not disclose the picture of the signature. */
  readonly undisclosedSignatures: readonly Party[];
}

type AnyEvent = EvidenceEvent | EvidenceEventV1;

export function bindingsOf(events: readonly AnyEvent[]): Bindings {
  const unrecomputable = events.filter((event) => 'format' in event && !('core' in event));
  const isNamed = ({ revision }: AnyEvent): boolean => {
    const next = events[revision + 1];
    return next !== undefined && 'previousHash' in next;
  };
  const isUndisclosed = (party: Party): boolean =>
    events.some(
      (event) =>
        'type' in event && event.type.startsWith(`Party${party}Signed.`) && event.disclosed === undefined,
    );
  return {
    boundBySuccessor: unrecomputable.filter(isNamed).map(({ revision }) => revision),
    boundBySealOnly: unrecomputable.filter((event) => !isNamed(event)).map(({ revision }) => revision),
    undisclosedSignatures: ([1, 2] as const).filter(isUndisclosed),
  };
}

/**
 * True if a reader can recompute every hash in the evidence. In that case nothing relies on the seal alone.
 */
export const isRecomputable = ({
  boundBySuccessor,
  boundBySealOnly,
  undisclosedSignatures,
}: Bindings): boolean =>
  [boundBySuccessor, boundBySealOnly, undisclosedSignatures].every((bound) => bound.length === 0);
