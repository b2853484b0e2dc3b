import { canonicalAgreement } from '@siegel/contracts/agreement/canonical';
import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import type { Party, SignatureMode } from '@siegel/contracts/enums';
import { canonicalJson } from '@siegel/contracts/evidence/canonical';
import {
  EVIDENCE_FORMAT,
  type Evidence,
  type EvidenceEvent,
  type EvidenceParty,
} from '@siegel/contracts/evidence/evidence';
import { ndaStream } from '../../nda/nda.events.js';

/** What of the evidence is not in the history itself. */
export interface EvidenceSubject {
  readonly ndaId: string;
  readonly agreement: AgreementDocument;
  readonly agreementHash: string;
  readonly completedAt: string;
  readonly asOfRevision: number;
  readonly signed: {
    readonly [P in Party]: {
      readonly at: string;
      readonly channel: SignatureMode;
      readonly signatureHash: string;
    };
  };
}

/** English: it is read by those who check, and by their tools. */
const ABOUT = [
  'This file is part of a sealed PDF. It holds the text that both parties signed and the complete history of the agreement until the document was made.',
  'agreement.hash is the SHA-256 of agreement.document in UTF-8. Both signature events name it (data.open.agreementHash).',
  'events[].hash is the SHA-256 of: "event", "1", stream, revision, id, type, core, data, previousHash; each part preceded by its length in bytes as an unsigned 32-bit big-endian number. Text is UTF-8, numbers are decimal digits. previousHash is the hash of the event before it, 64 zeros for the first.',
  'data.commitment is the SHA-256 of 32 bytes of salt followed by the canonical JSON (RFC 8785) of {"origin":…,"personal":…}, what is absent left out. disclosed holds salt and personal where no origin is sealed with them; the others can be disclosed later and proven in the same way.',
  'parties[].signatureHash is the SHA-256 of the image of the signature as it was received.',
];

function evidenceParty(party: Party, subject: EvidenceSubject): EvidenceParty {
  const { role, name, company } = subject.agreement.parties[party === 1 ? 0 : 1];
  const { at, channel, signatureHash } = subject.signed[party];
  return {
    party,
    role,
    name: name.text,
    company: company?.text ?? null,
    signedAt: at,
    channel,
    signatureHash,
  };
}

/** The evidence as the text that is attached. The same history gives the same text. */
export function buildEvidence(subject: EvidenceSubject, events: readonly EvidenceEvent[]): string {
  const evidence: Evidence = {
    format: EVIDENCE_FORMAT,
    about: ABOUT,
    ndaId: subject.ndaId,
    stream: ndaStream(subject.ndaId),
    language: subject.agreement.language,
    asOfRevision: subject.asOfRevision,
    completedAt: subject.completedAt,
    agreement: {
      templateVersion: subject.agreement.templateVersion,
      hash: subject.agreementHash,
      document: canonicalAgreement(subject.agreement),
    },
    parties: [evidenceParty(1, subject), evidenceParty(2, subject)],
    events,
  };
  return canonicalJson(evidence);
}
