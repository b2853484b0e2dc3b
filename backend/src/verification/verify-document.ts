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

/** What of a file is held against the record. */
export interface RecordQuestion {
  readonly evidence: Evidence | EvidenceV1;
  /** SHA-256 of the whole file, hexadecimal. */
  readonly documentHash: string;
  /** Of the seal's certificate. */
  readonly certificateHash: string;
}

/** What is on record of a document. */
export interface DocumentRecord {
  readonly sealed: boolean;
  /** Whether the seal's certificate is the one that seals now, or an event of the stream names it: a row alone makes none. */
  readonly known: boolean;
  readonly erased: boolean;
  readonly disputed: boolean;
}

export interface VerificationParts {
  readonly trust: () => Promise<SealTrust>;
  /** Undefined: there is no record to look into, as in a check offline. */
  readonly record: ((question: RecordQuestion) => Promise<DocumentRecord>) | undefined;
  readonly now: () => Date;
}

type AnyEvidence = Evidence | EvidenceV1;

/** The verdict without its words. */
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
 * What a seal that holds does not answer, and the record does: somebody can have put a timestamp of an authority
 * that nobody here knows in the place of the one there was, or an issuer's certificate; and where the seal's own was
 * not valid, its key may have been anybody's.
 */
const doubtsOf = ({ timestamp, timely, ahead, bound }: VerifiedSeal): Reason[] => [
  ...(timestamp.state === 'untrusted' ? (['timestamp_unknown'] as const) : []),
  ...(timely ? [] : (['certificate_not_valid'] as const)),
  ...(ahead ? (['time_ahead'] as const) : []),
  ...(bound ? [] : (['issuer_unknown'] as const)),
];

/** What is said of the time of a seal; a certificate that has expired since is no matter. */
function timeOf({ timestamp, timely, ahead, validTo }: VerifiedSeal, now: Date): Reason[] {
  if (!timely) return ['certificate_not_valid'];
  if (ahead) return ['time_ahead'];
  return [TIMESTAMP[timestamp.state], ...(validTo < now ? (['certificate_expired'] as const) : [])];
}

/** Of a file whose seal holds over all of it: what it carries, and what is on record. */
async function judge(pdf: Buffer, seal: VerifiedSeal, parts: VerificationParts): Promise<Verification> {
  if (seal.timestamp.state === 'broken') return without('altered', 'timestamp_broken');
  const proven: Reason[] = ['seal_valid', ...timeOf(seal, parts.now())];
  const found = evidenceIn(pdf);
  if (found === undefined) return without('altered', 'evidence_broken');
  const { evidence, reason } = found;
  const { ndaId, completedAt } = evidence;
  const told = { ndaId, completedAt, signatures: [...partyEntries(evidence), sealEntry(seal)] };
  proven.push(reason);
  if (parts.record === undefined) {
    const doubts = doubtsOf(seal);
    if (doubts.length > 0) return without('unknown', ...doubts);
    return { verdict: 'authentic', reasons: [...proven, 'record_unavailable'], ...told };
  }
  const record = await parts.record({
    evidence,
    documentHash: createHash('sha256').update(pdf).digest('hex'),
    certificateHash: seal.certificateHash,
  });
  if (!record.known) return without('unknown', 'foreign_seal');
  if (!record.sealed) return without('unknown', 'not_recorded');
  const standing: Reason[] = [
    record.erased ? 'record_erased' : 'record_found',
    ...(record.disputed ? (['signature_disputed'] as const) : []),
  ];
  return { verdict: 'authentic', reasons: [...proven, ...standing], ...told };
}

/** The pictures of the signatures as they were kept, which format 1 did not attach. */
const hasPictures = (pdf: Buffer, evidence: AnyEvidence): boolean =>
  evidence.format !== EVIDENCE_FORMAT ||
  evidence.parties.every(({ signatureFile, signatureHash }) => {
    const picture = readAttachment(pdf, signatureFile);
    return picture !== undefined && createHash('sha256').update(picture).digest('hex') === signatureHash;
  });

/** What proves itself, and whether all of it does (rule:evidence-withholds). */
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
 * What can be said of a file that may be anything. Says nothing that the file does not itself hold below an
 * unbroken seal (rule:verification-reveals-nothing).
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
