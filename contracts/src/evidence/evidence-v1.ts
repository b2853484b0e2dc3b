import type { Evidence, EvidenceParty, ShownParts } from './evidence.js';

/**
 * Evidence of format 1: the whole history with all its open parts. Documents that were sealed before format 2
 * contain it. The service must always be able to check it (rule:evidence-is-attached).
 */

export const EVIDENCE_FORMAT_1 = 'siegel-evidence/1';

export type EvidencePartyV1 = Omit<EvidenceParty, 'signatureKind' | 'signatureFile' | 'consent'>;

/**
 * An event with its stored bytes. `disclosed` is absent if nothing is sealed. It is also absent if the sealed
 * part contains the address from which somebody acted, because addresses are shown only in shortened form.
 */
export type EvidenceEventV1 = ShownParts;

export interface EvidenceV1 extends Omit<Evidence, 'format' | 'parties' | 'events'> {
  readonly format: typeof EVIDENCE_FORMAT_1;
  readonly parties: readonly [EvidencePartyV1, EvidencePartyV1];
  readonly events: readonly EvidenceEventV1[];
}
