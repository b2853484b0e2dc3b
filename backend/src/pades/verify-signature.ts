import { createHash, X509Certificate } from 'node:crypto';
import { HOUR_MS } from '@siegel/contracts/limits';
import { Certificate } from 'pkijs';
import { commonNameOf } from './common-name.js';
import { certificateBytes, CmsInvalid, parseCms } from './parse-cms.js';
import type { PdfSignature } from './read-signature.js';
import { TimestampInvalid, type VerifiedTimestamp, verifyTimestampToken } from './timestamp-token.js';
import { isValidAt } from './seal-validity.js';
import { bindsChain, type ReadSeal, readSeal, sealHolds } from './verify-seal.js';

export interface SealTrust {
  /** SHA-256 (hexadecimal) of every certificate that ever sealed. */
  readonly fingerprints: ReadonlySet<string>;
  /** Whose timestamps are believed. */
  readonly timestampRoots: readonly X509Certificate[];
}

export type TimestampState =
  | { readonly state: 'none' }
  | { readonly state: 'valid'; readonly timestamp: VerifiedTimestamp }
  /** About other bytes, or not an authority's own work. */
  | { readonly state: 'broken' }
  /** In order, but of an authority that is not known here. */
  | { readonly state: 'untrusted' };

export interface VerifiedSeal {
  readonly subject: string;
  /** SHA-256 of the certificate, hexadecimal. */
  readonly certificateHash: string;
  /** End of the certificate's validity. */
  readonly validTo: Date;
  /** By the timestamp, else as stated; as stated also where it is not timely. */
  readonly at: Date | undefined;
  readonly timestamp: TimestampState;
  /** Whether its certificate was valid at the time of the timestamp, without one at the time that it states. */
  readonly timely: boolean;
  /** Whether it is told by the seal alone, and lies ahead of the clock of whoever checks. */
  readonly ahead: boolean;
  /** Whether everything in it is bound, the certificates of its issuers too. */
  readonly bound: boolean;
}

export type SealCheck =
  | { readonly result: 'valid'; readonly seal: VerifiedSeal }
  /** Made with a certificate that is not the operator's, or nothing that can be read. */
  | { readonly result: 'foreign' }
  | { readonly result: 'unreadable' }
  /** Made with the operator's certificate, and not right. */
  | { readonly result: 'broken' }
  /** The same, and it is where the timestamp stands. */
  | { readonly result: 'broken_timestamp' };

const SUB_FILTER = 'ETSI.CAdES.detached';
/** Milliseconds by which clocks may differ: of the backend that sealed, and of the authority. */
const STAMPED_WITHIN = HOUR_MS;
/** Milliseconds by which the clock of whoever checks may be slow. */
const SLOW_CLOCK = HOUR_MS / 12;

function readable(der: Buffer): ReadSeal | undefined {
  try {
    return readSeal(der);
  } catch (error) {
    if (error instanceof CmsInvalid) return undefined;
    throw error;
  }
}

/** The certificate that a CMS of whatever structure was made with; undefined where nobody can tell. */
function signerOf(der: Buffer): Buffer | undefined {
  try {
    return certificateBytes(parseCms(der).certificate);
  } catch (error) {
    if (error instanceof CmsInvalid) return undefined;
    throw error;
  }
}

/**
 * Of a seal that promises one it must be there, within an hour of the time that the seal itself states, and not
 * in the future of whoever checks (rule:time-is-never-made-up).
 */
async function timestampOf(
  { signature, timestamp: token }: ReadSeal,
  { statedAt, level }: PdfSignature,
  { timestampRoots }: SealTrust,
  now: Date,
): Promise<TimestampState> {
  if (!(token instanceof Buffer)) return { state: level === 'B-T' ? 'broken' : 'none' };
  if (level === 'B-B' || statedAt === undefined) return { state: 'broken' };
  try {
    const timestamp = await verifyTimestampToken(token, signature, timestampRoots);
    const at = timestamp.at.getTime();
    const fits = Math.abs(at - statedAt.getTime()) <= STAMPED_WITHIN && at <= now.getTime() + SLOW_CLOCK;
    return fits ? { state: 'valid', timestamp } : { state: 'broken' };
  } catch (error) {
    if (!(error instanceof TimestampInvalid)) throw error;
    return { state: error.problem === 'untrusted' ? 'untrusted' : 'broken' };
  }
}

const fingerprint = (certificate: Buffer): string => createHash('sha256').update(certificate).digest('hex');

/**
 * Whether a seal of the operator's holds over what it covers. What it covers is `signature.coverage`'s
 * business.
 * @param now by the clock of whoever checks
 */
export async function verifySignature(
  signature: PdfSignature,
  trust: SealTrust,
  now: Date,
): Promise<SealCheck> {
  if (signature.cms === undefined) return { result: 'foreign' };
  const seal = readable(signature.cms);
  if (seal === undefined) {
    const signer = signerOf(signature.cms);
    if (signer === undefined) return { result: 'unreadable' };
    return { result: trust.fingerprints.has(fingerprint(signer)) ? 'broken' : 'foreign' };
  }
  const certificateHash = fingerprint(seal.certificate);
  if (!trust.fingerprints.has(certificateHash)) return { result: 'foreign' };
  if (signature.subFilter !== SUB_FILTER) return { result: 'broken' };
  if (seal.timestamp === 'malformed') return { result: 'broken_timestamp' };
  if (!(await sealHolds(seal, signature.content()))) return { result: 'broken' };
  const timestamp = await timestampOf(seal, signature, trust, now);
  const { statedAt } = signature;
  const at = timestamp.state === 'valid' ? timestamp.timestamp.at : statedAt;
  const certificate = new X509Certificate(seal.certificate);
  const validity = { notBefore: new Date(certificate.validFrom), notAfter: new Date(certificate.validTo) };
  const timely = at === undefined || isValidAt(validity, at);
  return {
    result: 'valid',
    seal: {
      subject: commonNameOf(Certificate.fromBER(Uint8Array.from(seal.certificate))),
      certificateHash,
      validTo: validity.notAfter,
      at: timely ? at : statedAt,
      timestamp,
      timely,
      ahead:
        timestamp.state !== 'valid' &&
        statedAt !== undefined &&
        statedAt.getTime() > now.getTime() + SLOW_CLOCK,
      bound: bindsChain(seal, trust.fingerprints),
    },
  };
}
