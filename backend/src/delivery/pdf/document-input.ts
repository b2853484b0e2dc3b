import type { AgreementDocument, AgreementTerms } from '@siegel/contracts/agreement/document';
import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { templateVersion } from '@siegel/contracts/agreement/templates';
import type { Language, Party, SignatureKind, SignatureMode } from '@siegel/contracts/enums';
import { AGREEMENT_TERMS, pickTerms } from '@siegel/contracts/nda/term-fields';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { NdaState, SignatureState } from '../../nda/nda.state.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { bindingsOf, isRecomputable } from '@siegel/contracts/evidence/bindings';
import { EVIDENCE_BYTES_MAX, type EvidenceEvent } from '@siegel/contracts/evidence/evidence';
import { buildEvidence, type SignedFacts } from '../evidence/build-evidence.js';
import { type AuditEntry, auditEntries } from './audit-entries.js';

export interface DocumentSignature {
  readonly name: string;
  /** PNG. */
  readonly image: Buffer;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly channel: SignatureMode;
  readonly kind: SignatureKind | null;
}

/** All content of the document. Rendering the same input always gives the same bytes. */
export interface DocumentInput {
  readonly language: Language;
  readonly ndaId: string;
  readonly agreement: AgreementDocument;
  readonly agreementHash: string;
  /** Time of completion, ISO 8601 UTC. It is also the date of the file. */
  readonly completedAt: string;
  /** The revision that the document describes (rule:document-as-of-due-revision). */
  readonly asOfRevision: number;
  readonly signatures: { readonly [P in Party]: DocumentSignature };
  readonly emails: {
    readonly party1: string;
    /** Oldest first. */
    readonly party2: readonly string[];
  };
  readonly audit: readonly AuditEntry[];
  /**
   * Address of the page that checks documents. It is recorded with the document, because the service may move
   * (docs/decisions/0013-what-the-document-carries.md).
   */
  readonly verifyUrl: string;
  /** Text of the attached evidence. */
  readonly evidence: string;
  /** True if every value in the evidence can be recomputed (rule:evidence-withholds). */
  readonly isRecomputable: boolean;
  /**
   * True for an unsealed file, which is made only for reading. Each page of such a file says that it is not
   * the original.
   */
  readonly isCopy?: boolean;
}

/** Inputs of the document that the events do not contain. */
export interface DocumentParts {
  /** PNG. */
  readonly signatures: { readonly [P in Party]: Buffer };
  /** The NDA's events in the form in which the evidence may show them. */
  readonly history: readonly EvidenceEvent[];
  readonly verifyUrl: string;
}

/**
 * Thrown if the document that was signed cannot be produced from the history. The `code` is stable and free
 * of personal data.
 */
export class DocumentRefused extends Error {
  constructor(readonly code: 'not_complete' | 'history_erased' | 'agreement_mismatch' | 'evidence_too_long') {
    super(code);
    this.name = 'DocumentRefused';
  }
}

/** Takes the values that fill the agreement's template from the state. Returns undefined after an erasure. */
export function agreementTerms(state: NdaState): AgreementTerms | undefined {
  const { terms, personal } = state;
  if (terms === undefined || personal === undefined) return undefined;
  return {
    ...pickTerms({ ...terms, ...personal }, AGREEMENT_TERMS),
    issueDate: state.issueDate,
    templateVersion: templateVersion(state.templateVersion),
  };
}

function signedFacts(
  events: readonly Recorded<NdaEvent>[],
  { eventId, at, signatureHash }: SignatureState,
  channel: SignatureMode,
): SignedFacts {
  const event = events.find(({ id }) => id === eventId);
  if (event?.type !== 'Party1Signed' && event?.type !== 'Party2Signed')
    throw new DocumentRefused('not_complete');
  const { signatureKind, consentWording, consentLanguage } = event.open;
  return {
    at,
    channel,
    signatureHash: signatureHash ?? '',
    signatureKind,
    consentWording,
    consentLanguage,
  };
}

const shown = (
  name: string,
  image: Buffer,
  { at, channel, signatureKind }: SignedFacts,
): DocumentSignature => ({ name, image, at, channel, kind: signatureKind });

/**
 * Builds the document's content from the history up to the revision at which the NDA was complete and paid.
 * Pure.
 * @throws DocumentRefused
 */
export function documentInput(
  state: NdaState,
  events: readonly Recorded<NdaEvent>[],
  { signatures, history, verifyUrl }: DocumentParts,
): DocumentInput {
  const terms = agreementTerms(state);
  const { party1, party2, completedAt, personal } = state;
  if (terms === undefined || personal === undefined) throw new DocumentRefused('history_erased');
  if (party1 === undefined || party2 === undefined || completedAt === null)
    throw new DocumentRefused('not_complete');
  const agreement = fillAgreement(terms);
  const hash = agreementHash(agreement);
  if (hash !== state.agreementHash) throw new DocumentRefused('agreement_mismatch');
  const asOfRevision = state.dueAtRevision ?? state.revision;
  const first = signedFacts(events, party1, 'in-person');
  const second = signedFacts(events, party2, party2.channel);
  const upToThen = history.filter((event) => event.revision <= asOfRevision);
  const subject = {
    ndaId: state.id,
    agreement,
    agreementHash: hash,
    completedAt,
    asOfRevision,
    signed: { 1: first, 2: second },
  };
  const evidence = buildEvidence(subject, upToThen);
  // The service's own check does not read evidence that is longer than this. The check would always report a
  // document with such evidence as altered.
  if (Buffer.byteLength(evidence) > EVIDENCE_BYTES_MAX) throw new DocumentRefused('evidence_too_long');
  return {
    language: terms.language,
    ndaId: state.id,
    agreement,
    agreementHash: hash,
    completedAt,
    asOfRevision,
    signatures: {
      1: shown(personal.party1Name, signatures[1], first),
      2: shown(personal.party2Name, signatures[2], second),
    },
    emails: { party1: personal.party1Email, party2: state.party2Emails },
    audit: auditEntries(
      events.filter((event) => event.revision <= asOfRevision),
      terms.language,
    ),
    verifyUrl,
    evidence,
    isRecomputable: isRecomputable(bindingsOf(upToThen)),
  };
}
