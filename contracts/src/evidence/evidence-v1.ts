import type { Evidence, EvidenceParty, ShownParts } from './evidence.js';

/**
 * Evidence of format 1, as documents carry it that were sealed before format 2: the whole history with all that
 * is open of it. It is checked for ever (rule:evidence-is-attached).
 */

export const EVIDENCE_FORMAT_1 = 'siegel-evidence/1';

export type EvidencePartyV1 = Omit<EvidenceParty, 'signatureKind' | 'signatureFile' | 'consent'>;

/**
 * `disclosed` is left out where nothing is sealed, and where the sealed part also holds from where somebody acted:
 * that is shown in shortened form only.
 */
export type EvidenceEventV1 = ShownParts;

export interface EvidenceV1 extends Omit<Evidence, 'format' | 'parties' | 'events'> {
  readonly format: typeof EVIDENCE_FORMAT_1;
  readonly parties: readonly [EvidencePartyV1, EvidencePartyV1];
  readonly events: readonly EvidenceEventV1[];
}
