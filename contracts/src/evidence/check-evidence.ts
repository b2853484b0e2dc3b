import { type Bindings, bindingsOf } from './bindings.js';
import { canonicalJson } from './canonical.js';
import { evidenceV1Problems, isEvidenceV1 } from './check-evidence-v1.js';
import { evidenceV2Problems, isEvidenceV2 } from './check-evidence-v2.js';
import { EVIDENCE_BYTES_MAX, EVIDENCE_FORMAT, type Evidence } from './evidence.js';
import type { EvidenceProblem } from './evidence-problem.js';
import { EVIDENCE_FORMAT_1, type EvidenceV1 } from './evidence-v1.js';
import { isRecord, isShallow, parsed } from './reading.js';

export interface EvidenceReport extends Bindings {
  readonly consistent: boolean;
  readonly problems: readonly EvidenceProblem[];
  /** Undefined if the text is not evidence of a known format. */
  readonly evidence: Evidence | EvidenceV1 | undefined;
}

/** Deepest nesting that the check accepts. The evidence that Siegel makes is six levels deep. */
const DEPTH_MAX = 32;

const report = (found: Iterable<EvidenceProblem>, evidence?: Evidence | EvidenceV1): EvidenceReport => {
  const problems = [...new Set(found)];
  return {
    consistent: problems.length === 0,
    problems,
    evidence,
    ...bindingsOf(evidence?.events ?? []),
  };
};

/**
 * Checks evidence by recomputing everything from the evidence itself. Checks each event's hash and its
 * position in the chain. Compares the disclosed parts with their commitments, and the agreement with the hash
 * that both signatures name. Compares the parties, their channel, consent and order with the events. The
 * check proves that nothing in the evidence was altered. Only the seal proves who made the evidence.
 */
export function checkEvidence(text: string): EvidenceReport {
  const value = text.length > EVIDENCE_BYTES_MAX ? undefined : parsed(text);
  if (!isRecord(value) || !isShallow(value, DEPTH_MAX)) return report(['unreadable']);
  if (value['format'] === EVIDENCE_FORMAT) {
    if (!isEvidenceV2(value)) return report(['unreadable']);
    // Only the canonical spelling is accepted. In another spelling a member might occur twice, and another
    // program might read the other occurrence.
    if (canonicalJson(value) !== text) return report(['not_canonical']);
    const evidence = value as unknown as Evidence;
    return report(evidenceV2Problems(evidence), evidence);
  }
  if (value['format'] !== EVIDENCE_FORMAT_1) return report(['unknown_format']);
  if (!isEvidenceV1(value)) return report(['unreadable']);
  const evidence = value as unknown as EvidenceV1;
  return report(evidenceV1Problems(evidence), evidence);
}
