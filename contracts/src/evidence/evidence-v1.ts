import type { Evidence, EvidenceParty, ShownParts } from './evidence.js';

/**
 * Evidence of format 1, in documents that were sealed before format 2: the whole history with all its open
 * parts. It can be checked permanently (rule:evidence-is-attached).
 */

export const EVIDENCE_FORMAT_1 = 'siegel-evidence/1';

export type EvidencePartyV1 = Omit<EvidenceParty, 'signatureKind' | 'signatureFile' | 'consent'>;

/**
 * An event with its stored bytes. `disclosed` is left out if nothing is sealed, or if the sealed part also
 * contains the address from which somebody acted. Addresses are shown only in shortened form.
 */
export type EvidenceEventV1 = ShownParts;

export interface EvidenceV1 extends Omit<Evidence, 'format' | 'parties' | 'events'> {
  readonly format: typeof EVIDENCE_FORMAT_1;
  readonly parties: readonly [EvidencePartyV1, EvidencePartyV1];
  readonly events: readonly EvidenceEventV1[];
}
