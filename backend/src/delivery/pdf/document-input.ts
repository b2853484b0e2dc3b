import type { AgreementDocument, AgreementTerms } from '@siegel/contracts/agreement/document';
import { agreementHash } from '@siegel/contracts/agreement/canonical';
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { templateVersion } from '@siegel/contracts/agreement/templates';
import type { Language, Party, SignatureMode } from '@siegel/contracts/enums';
import { AGREEMENT_TERMS, pickTerms } from '@siegel/contracts/nda/term-fields';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { NdaState } from '../../nda/nda.state.js';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { EvidenceEvent } from '@siegel/contracts/evidence/evidence';
import { buildEvidence } from '../evidence/build-evidence.js';
import { type AuditEntry, auditEntries } from './audit-entries.js';

export interface DocumentSignature {
  readonly name: string;
  /** PNG. */
  readonly image: Buffer;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly channel: SignatureMode;
}

/** All that the document shows: the same input gives the same bytes. */
export interface DocumentInput {
  readonly language: Language;
  readonly ndaId: string;
  readonly agreement: AgreementDocument;
  readonly agreementHash: string;
  /** ISO 8601 UTC: when both had signed; dates the file. */
  readonly completedAt: string;
  /** The revision as of which it is rendered (rule:document-as-of-due-revision). */
  readonly asOfRevision: number;
  readonly signatures: { readonly [P in Party]: DocumentSignature };
  readonly emails: {
    readonly party1: string;
    /** Oldest first. */
    readonly party2: readonly string[];
  };
  readonly audit: readonly AuditEntry[];
  /**
   * Where the document can be checked; recorded with the document, since the service may move
   * (docs/decisions/0013-what-the-document-carries.md).
   */
  readonly verifyUrl: string;
  /** The attachment. */
  readonly evidence: string;
}

/** What the document shows beside what the events say. */
export interface DocumentParts {
  /** PNG. */
  readonly signatures: { readonly [P in Party]: Buffer };
  /** The same events as they are stored. */
  readonly history: readonly EvidenceEvent[];
  readonly verifyUrl: string;
}

/** The history does not give the document that was signed. `code` is stable and free of personal data. */
export class DocumentRefused extends Error {
  constructor(readonly code: 'not_complete' | 'history_erased' | 'agreement_mismatch') {
    super(code);
    this.name = 'DocumentRefused';
  }
}

/** What fills the template, from the state. Undefined after an erasure. */
export function agreementTerms(state: NdaState): AgreementTerms | undefined {
  const { terms, personal } = state;
  if (terms === undefined || personal === undefined) return undefined;
  return {
    ...pickTerms({ ...terms, ...personal }, AGREEMENT_TERMS),
    issueDate: state.issueDate,
    templateVersion: templateVersion(state.templateVersion),
  };
}

/**
 * The document's content from the history up to the revision at which it was complete and paid. Pure.
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
  if (agreementHash(agreement) !== state.agreementHash) throw new DocumentRefused('agreement_mismatch');
  const asOfRevision = state.dueAtRevision ?? state.revision;
  const signed = {
    1: { at: party1.at, channel: 'in-person', signatureHash: party1.signatureHash ?? '' },
    2: { at: party2.at, channel: party2.channel, signatureHash: party2.signatureHash ?? '' },
  } as const;
  const subject = {
    ndaId: state.id,
    agreement,
    agreementHash: state.agreementHash,
    completedAt,
    asOfRevision,
    signed,
  };
  return {
    language: terms.language,
    ndaId: state.id,
    agreement,
    agreementHash: state.agreementHash,
    completedAt,
    asOfRevision,
    signatures: {
      1: { name: personal.party1Name, image: signatures[1], at: party1.at, channel: 'in-person' },
      2: { name: personal.party2Name, image: signatures[2], at: party2.at, channel: party2.channel },
    },
    emails: { party1: personal.party1Email, party2: state.party2Emails },
    audit: auditEntries(
      events.filter((event) => event.revision <= asOfRevision),
      terms.language,
    ),
    verifyUrl,
    evidence: buildEvidence(
      subject,
      history.filter((event) => event.revision <= asOfRevision),
    ),
  };
}
