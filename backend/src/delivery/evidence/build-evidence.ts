import { canonicalAgreement } from '@siegel/contracts/agreement/canonical';
import { consentText } from '@siegel/contracts/agreement/consent';
import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import type { Language, Party, SignatureKind, SignatureMode } from '@siegel/contracts/enums';
import {
  EVIDENCE_FORMAT,
  type Evidence,
  type EvidenceEvent,
  type EvidenceParty,
  signatureFileName,
} from '@siegel/contracts/evidence/evidence';
import { ndaStream } from '../../nda/nda.events.js';
import { canonicalJson } from '../../platform/crypto/canonical-json.js';

/** Data about a signature, taken from its event and from the party's slot in the state. */
export interface SignedFacts {
  readonly at: string;
  readonly channel: SignatureMode;
  readonly signatureHash: string;
  readonly signatureKind: SignatureKind | null;
  readonly consentWording: string;
  readonly consentLanguage: Language | null;
}

/** Data that the evidence needs and that the events do not contain. */
export interface EvidenceSubject {
  readonly ndaId: string;
  readonly agreement: AgreementDocument;
  readonly agreementHash: string;
  readonly completedAt: string;
  readonly asOfRevision: number;
  readonly signed: { readonly [P in Party]: SignedFacts };
}

/** A note in English, for people who check documents and for their tools. */
const ABOUT = [
  'This file is part of a sealed PDF. It holds the text that both parties signed, the events that concern the agreement as they are stored, and every other event up to asOfRevision as a link without its content.',
  'agreement.hash is the SHA-256 of agreement.document in UTF-8. The creation discloses it with a salt (events[0].disclosed.personal); SHA-256 over the salt and the 32 bytes of the hash is the agreementCommitment that both signatures name.',
  'Hashes below are SHA-256 over parts, each preceded by its length in bytes as an unsigned 32-bit big-endian number. Text is UTF-8, numbers are decimal digits. content: "content", "2", blind, id, type, core, data. hash: "event", "2", stream, revision, content, previousHash. previousHash is the hash of the event before it, 64 zeros for the first.',
  'An event without core and data is withheld: its place and its links can be recomputed, and its content can be proven later by blind, id, type, core and data. Events with "format": 1 are of an older format: shown, their hash is over "event", "1", stream, revision, id, type, core, data, previousHash; withheld, the event after them binds them where it names a previousHash, and otherwise the seal alone.',
  'data.commitments.personal is the SHA-256 of 32 bytes of salt (base64) followed by the canonical JSON (RFC 8785) of {"personal":…}; disclosed holds both. data.commitments.origin covers from where somebody acted, which is not disclosed here.',
  'parties[].signatureHash is the SHA-256 of the picture of the signature (PNG) as it was kept: what was received, without all that is not the picture itself. It is attached to the PDF under the name in signatureFile. parties[].consent is what stood beside the button.',
];

function evidenceParty(party: Party, subject: EvidenceSubject): EvidenceParty {
  const { role, name, company } = subject.agreement.parties[party === 1 ? 0 : 1];
  const { at, channel, signatureHash, signatureKind, ...consent } = subject.signed[party];
  const { consentWording: wording, consentLanguage: language } = consent;
  return {
    party,
    role,
    name: name.text,
    company: company?.text ?? null,
    signedAt: at,
    channel,
    signatureKind,
    signatureHash,
    signatureFile: signatureFileName(party),
    consent: {
      wording,
      language,
      text: language === null ? null : (consentText(wording, { language, party, channel }) ?? null),
    },
  };
}

/**
 * Returns the evidence as the text that is attached to the document. The same arguments always give the same
 * text.
 */
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
