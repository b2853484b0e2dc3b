import type { Party } from '../enums.js';
import type { EvidenceEvent } from './evidence.js';
import type { EvidenceEventV1 } from './evidence-v1.js';

/**
 * What of a history cannot be recomputed from its evidence (rule:evidence-withholds). Format 1 had one hash over
 * all of an event, and one commitment over its personal part together with an address.
 */
export interface Bindings {
  /** Revisions of withheld events whose own hash nobody can recompute: the event after them names it. */
  readonly boundBySuccessor: readonly number[];
  /** Of those whose successor names nothing either: in this file nothing binds them. */
  readonly boundBySealOnly: readonly number[];
  /** Whose signature's picture no event discloses. */
  readonly undisclosedSignatures: readonly Party[];
}

type AnyEvent = EvidenceEvent | EvidenceEventV1;

export function bindingsOf(events: readonly AnyEvent[]): Bindings {
  const loose = events.filter((event) => 'format' in event && !('core' in event));
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
    boundBySuccessor: loose.filter(isNamed).map(({ revision }) => revision),
    boundBySealOnly: loose.filter((event) => !isNamed(event)).map(({ revision }) => revision),
    undisclosedSignatures: ([1, 2] as const).filter(isUndisclosed),
  };
}

/** Whether each hash in it follows from what stands in it: nothing is left to the seal alone. */
export const isRecomputable = ({
  boundBySuccessor,
  boundBySealOnly,
  undisclosedSignatures,
}: Bindings): boolean =>
  [boundBySuccessor, boundBySealOnly, undisclosedSignatures].every((bound) => bound.length === 0);
