import type { Language, Party, SignatureMode } from '../enums.js';
import type { Disclosure } from './evidence.js';

/**
 * Evidence of format 1, in documents that were sealed before format 2: the whole history with all its open
 * parts. It can be checked permanently (rule:evidence-is-attached).
 */

export const EVIDENCE_FORMAT_1 = 'siegel-evidence/1';

export interface EvidencePartyV1 {
  readonly party: Party;
  readonly role: 'discloser' | 'recipient';
  readonly name: string;
  readonly company: string | null;
  /** Time of the signature's event, ISO 8601 UTC. */
  readonly signedAt: string;
  /** `in-person`: drawn on Party 1's device; `remote`: through the link that was sent. */
  readonly channel: SignatureMode;
  /** SHA-256 of the stored picture of the signature (PNG), hexadecimal. */
  readonly signatureHash: string;
}

export interface EvidenceEventV1 {
  /** Counted from 0. */
  readonly revision: number;
  readonly id: string;
  /** As stored, with its version: `NdaCreated.v1`. */
  readonly type: string;
  /** The stored bytes as text (UTF-8 JSON). */
  readonly core: string;
  readonly data: string;
  /** SHA-256, hexadecimal; 64 zeros before the first event. */
  readonly previousHash: string;
  readonly hash: string;
  /**
   * Left out if nothing is sealed, or if the sealed part also contains the address from which somebody acted:
   * evidence shows addresses only in shortened form.
   */
  readonly disclosed?: Disclosure;
}

export interface EvidenceV1 {
  readonly format: typeof EVIDENCE_FORMAT_1;
  /** Explains the evidence to a reader who has only this file. */
  readonly about: readonly string[];
  readonly ndaId: string;
  readonly stream: string;
  readonly language: Language;
  /** The history is complete up to this revision. */
  readonly asOfRevision: number;
  /** Time at which both had signed, ISO 8601 UTC. */
  readonly completedAt: string;
  readonly agreement: {
    readonly templateVersion: string;
    /** SHA-256 of `document` in UTF-8, hexadecimal. Both signatures name it. */
    readonly hash: string;
    /** The canonical agreement, exactly as it was hashed. */
    readonly document: string;
  };
  readonly parties: readonly [EvidencePartyV1, EvidencePartyV1];
  readonly events: readonly EvidenceEventV1[];
}
