import { createHash } from 'node:crypto';
import { isRecomputable } from '@siegel/contracts/evidence/bindings';
import { checkEvidence } from '@siegel/contracts/evidence/check-evidence';
import { EVIDENCE_FILE_NAME, EVIDENCE_FORMAT, type Evidence } from '@siegel/contracts/evidence/evidence';
import type { EvidenceV1 } from '@siegel/contracts/evidence/evidence-v1';
import type { Reason, Verdict, VerifiedSignature } from '@siegel/contracts/verification/view';
import { PdfStructureUnknown } from '../pades/pdf-objects.js';
import { readAttachment } from '../pades/read-attachment.js';
import { type Coverage, type PdfSignature, readSignatures } from '../pades/read-signature.js';
import { type SealTrust, type VerifiedSeal, verifySignature } from '../pades/verify-signature.js';

/** The parts of a file that are compared with the record. */
export interface RecordQuestion {
  readonly evidence: Evidence | EvidenceV1;
  /** SHA-256 of the whole file, hexadecimal. */
  readonly documentHash: string;
  /** SHA-256 of the seal's certificate, hexadecimal. */
  readonly certificateHash: string;
}

/** The record of a document in the log. */
export interface DocumentRecord {
  readonly sealed: boolean;
  /**
   * True if the seal's certificate is the certificate in use now, or if an event of the stream names the
   * seal's certificate. A database row alone does not suffice.
   */
  readonly known: boolean;
  readonly erased: boolean;
  readonly disputed: boolean;
  /**
   * `closed`: events of the agreement do not count, and one of them may be a dispute. `ended`: the same, but
   * the operator decided that they never will.
   */
  readonly stream: 'whole' | 'closed' | 'ended';
}

export interface VerificationParts {
  readonly trust: () => Promise<SealTrust>;
  /** Undefined if there is no record to read, as in an offline check. */
  readonly record: ((question: RecordQuestion) => Promise<DocumentRecord>) | undefined;
  readonly now: () => Date;
}

type AnyEvidence = Evidence | EvidenceV1;

/** The result of a verification, as codes instead of text. */
export interface Verification {
  readonly verdict: Verdict;
  readonly reasons: readonly Reason[];
  readonly ndaId?: string;
  readonly completedAt?: string;
  readonly signatures: readonly VerifiedSignature[];
}

const without = (verdict: Verdict, ...reasons: Reason[]): Verification => ({
  verdict,
  reasons,
  signatures: [],
});

const NOT_WHOLE: Readonly<Record<Exclude<Coverage, 'whole'>, Reason>> = {
  appended: 'bytes_appended',
  incomplete: 'seal_incomplete',
  truncated: 'truncated',
};

const TIMESTAMP: Readonly<Record<VerifiedSeal['timestamp']['state'], Reason>> = {
  none: 'timestamp_missing',
  valid: 'timestamp_valid',
  broken: 'timestamp_broken',
  untrusted: 'timestamp_unknown',
};

const sealEntry = (seal: VerifiedSeal): VerifiedSignature => ({
  role: 'seal',
  name: seal.subject,
  at: seal.at?.toISOString() ?? null,
  valid: true,
  timestamped: seal.timestamp.state === 'valid' && seal.timely,
  certificateHash: seal.certificateHash,
});

const partyEntries = (evidence: AnyEvidence): VerifiedSignature[] =>
  evidence.parties.map(({ party, name, signedAt }) => ({
    role: party === 1 ? 'party1' : 'party2',
    name,
    at: signedAt,
    valid: true,
  }));

/**
 * Returns the reasons to doubt an intact seal. Only the record can settle these doubts. Somebody may have
 * replaced the timestamp by a timestamp of an unknown authority, or an issuer's certificate by another
 * certificate. The time that the seal states may be in the future. If the seal's certificate was not valid,
 * anyone could have had its key.
 */
const doubtsOf = ({ timestamp, timely, isClockAhead, bound }: VerifiedSeal): Reason[] => [
  ...(timestamp.state === 'untrusted' ? (['timestamp_unknown'] as const) : []),
  ...(timely ? [] : (['certificate_not_valid'] as const)),
  ...(isClockAhead ? (['time_ahead'] as const) : []),
  ...(bound ? [] : (['issuer_unknown'] as const)),
];

/**
 * Returns the reasons that concern the time of a seal. If the seal's certificate has expired since the
 * sealing, a reason says so, but the verdict does not change.
 */
function timeOf({ timestamp, timely, isClockAhead, validTo }: VerifiedSeal, now: Date): Reason[] {
  if (!timely) return ['certificate_not_valid'];
  if (isClockAhead) return ['time_ahead'];
  return [TIMESTAMP[timestamp.state], ...(validTo < now ? (['certificate_expired'] as const) : [])];
}

/**
 * Judges a file by its evidence and by the record. The file must have an intact seal that covers the whole
 * file.
 */
async function judge(pdf: Buffer, seal: VerifiedSeal, parts: VerificationParts): Promise<Verification> {
  if (seal.timestamp.state === 'broken') return without('altered', 'timestamp_broken');
  const proven: Reason[] = ['seal_valid', ...timeOf(seal, parts.now())];
  const found = evidenceIn(pdf);
  if (found === undefined) return without('altered', 'evidence_broken');
  const { evidence, reason } = found;
  const { ndaId, completedAt } = evidence;
  const facts = { ndaId, completedAt, signatures: [...partyEntries(evidence), sealEntry(seal)] };
  proven.push(reason);
  if (parts.record === undefined) {
    const doubts = doubtsOf(seal);
    if (doubts.length > 0) return without('unknown', ...doubts);
    return { verdict: 'authentic', reasons: [...proven, 'record_unavailable'], ...facts };
  }
  const record = await parts.record({
    evidence,
    documentHash: createHash('sha256').update(pdf).digest('hex'),
    certificateHash: seal.certificateHash,
  });
  const { stream } = record;
  if (stream === 'closed' || (stream === 'ended' && !record.sealed))
    return without('unknown', 'record_closed');
  if (!record.known) return without('unknown', 'foreign_seal');
  if (!record.sealed) return without('unknown', 'not_recorded');
  const doubts: Reason[] = [
    record.erased ? 'record_erased' : 'record_found',
    ...(record.disputed ? (['signature_disputed'] as const) : []),
    ...(stream === 'ended' ? (['record_closed'] as const) : []),
  ];
  return { verdict: 'authentic', reasons: [...proven, ...doubts], ...facts };
}

/**
 * True if the pictures of the signatures are attached as they were recorded. Always true for format 1, which
 * did not attach the pictures.
 */
const hasPictures = (pdf: Buffer, evidence: AnyEvidence): boolean =>
  evidence.format !== EVIDENCE_FORMAT ||
  evidence.parties.every(({ signatureFile, signatureHash }) => {
    const picture = readAttachment(pdf, signatureFile);
    return picture !== undefined && createHash('sha256').update(picture).digest('hex') === signatureHash;
  });

/**
 * Returns the evidence if it is consistent, with a reason that says whether all of the evidence can be
 * recomputed (rule:evidence-withholds). Returns undefined if the evidence is not consistent, or if the
 * pictures of the signatures are not attached as recorded.
 */
function evidenceIn(pdf: Buffer): { evidence: AnyEvidence; reason: Reason } | undefined {
  try {
    const attached = readAttachment(pdf, EVIDENCE_FILE_NAME)?.toString('utf8') ?? '';
    const { consistent, evidence, ...report } = checkEvidence(attached);
    if (!consistent || evidence === undefined || !hasPictures(pdf, evidence)) return undefined;
    return {
      evidence,
      reason: isRecomputable(report) ? 'evidence_consistent' : 'evidence_consistent_in_part',
    };
  } catch (error) {
    if (error instanceof PdfStructureUnknown) return undefined;
    throw error;
  }
}

async function judgeOne(
  pdf: Buffer,
  signature: PdfSignature,
  parts: VerificationParts,
): Promise<Verification> {
  const check = await verifySignature(signature, await parts.trust(), parts.now());
  if (check.result === 'unreadable')
    return without('unknown', signature.coverage === 'truncated' ? 'truncated' : 'damaged');
  if (check.result === 'foreign') return without('unknown', 'foreign_seal');
  if (signature.coverage === 'truncated') return without('altered', 'truncated');
  if (check.result === 'broken') return without('altered', 'content_changed');
  if (check.result === 'broken_timestamp') return without('altered', 'timestamp_broken');
  if (signature.coverage !== 'whole') return without('altered', NOT_WHOLE[signature.coverage]);
  return judge(pdf, check.seal, parts);
}

/**
 * Judges a file, whose content may be anything. The result reveals only content of the file itself, and only
 * if an unbroken seal covers the whole file (rule:verification-reveals-nothing).
 */
export async function verifyDocument(pdf: Buffer, parts: VerificationParts): Promise<Verification> {
  const reading = readSignatures(pdf);
  if ('problem' in reading) return without('unknown', reading.problem);
  const [first, ...others] = reading.signatures;
  if (first === undefined) return without('unknown', 'no_seal');
  if (others.length === 0) return judgeOne(pdf, first, parts);
  const trust = await parts.trust();
  for (const signature of reading.signatures) {
    const { result } = await verifySignature(signature, trust, parts.now());
    if (result !== 'foreign' && result !== 'unreadable') return without('altered', 'several_signatures');
  }
  return without('unknown', 'foreign_seal');
}
