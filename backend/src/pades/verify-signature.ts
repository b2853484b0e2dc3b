import { createHash, X509Certificate } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { HOUR_MS } from '@siegel/contracts/limits';
import { commonNameOf } from './common-name.js';
import { CmsInvalid } from './cms-invalid.js';
import { namedCertificate } from './named-certificate.js';
import { readCertificate } from './read-asn1.js';
import type { PdfSignature } from './read-signature.js';
import { TimestampInvalid, type VerifiedTimestamp, verifyTimestampToken } from './timestamp-token.js';
import { isValidAt } from './seal-validity.js';
import { bindsChain, type ReadSeal, readSeal, isSealValid } from './verify-seal.js';

export interface SealTrust {
  /** SHA-256 (hexadecimal) of every certificate with which the operator ever sealed a document. */
  readonly fingerprints: ReadonlySet<string>;
  /** Authorities whose timestamps are trusted. */
  readonly timestampRoots: readonly X509Certificate[];
}

export type TimestampState =
  | { readonly state: 'none' }
  | { readonly state: 'valid'; readonly timestamp: VerifiedTimestamp }
  /**
   * The timestamp is missing although the level is `B-T`, is present although the level is `B-B`, is invalid,
   * is for other bytes, or has an implausible time (see `timestampOf`).
   */
  | { readonly state: 'broken' }
  /** The timestamp is valid, but its authority is not trusted here. */
  | { readonly state: 'untrusted' };

export interface VerifiedSeal {
  readonly subject: string;
  /** SHA-256 of the certificate, hexadecimal. */
  readonly certificateHash: string;
  /** Time at which the certificate expires. */
  readonly validTo: Date;
  /**
   * Time of sealing. If the timestamp is valid and the seal is timely, this is the timestamp's time.
   * Otherwise it is the time that the seal itself states.
   */
  readonly at: Date | undefined;
  readonly timestamp: TimestampState;
  /**
   * True if the certificate was valid at the time of the timestamp. Without a valid timestamp, the time that
   * the seal itself states is used instead.
   */
  readonly timely: boolean;
  /**
   * True if there is no valid timestamp, and the time that the seal itself states is ahead of the verifier's
   * clock by more than `SLOW_CLOCK`.
   */
  readonly isClockAhead: boolean;
  /**
   * True if everything in the seal is bound to the seal, including the issuers' certificates (see
   * `bindsChain`).
   */
  readonly bound: boolean;
}

export type SealCheck =
  | { readonly result: 'valid'; readonly seal: VerifiedSeal }
  /** The certificate is not the operator's, or the signature is too long to be one of our seals. */
  | { readonly result: 'foreign' }
  | { readonly result: 'unreadable' }
  /** The seal names the operator's certificate, but is not valid. */
  | { readonly result: 'broken' }
  /**
   * The seal is not valid, because its unsigned attributes are something other than exactly one timestamp.
   */
  | { readonly result: 'broken_timestamp' };

const SUB_FILTER = 'ETSI.CAdES.detached';
/**
 * Largest accepted difference, in milliseconds, between the clocks of the sealing backend and of the
 * time-stamp authority.
 */
const STAMPED_WITHIN = HOUR_MS;
/** Milliseconds by which the verifier's clock may be slow. */
const SLOW_CLOCK = HOUR_MS / 12;

function readable(der: Buffer): ReadSeal | undefined {
  try {
    return readSeal(der);
  } catch (error) {
    if (error instanceof CmsInvalid) return undefined;
    throw error;
  }
}

/**
 * Returns the state of the timestamp. A seal of level `B-T` must have a timestamp, and a seal of level `B-B`
 * must have none. The timestamp must be within an hour of the time that the seal itself states. It must not
 * be in the future by the verifier's clock (rule:time-is-never-made-up).
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
 * Checks whether the signature is the operator's seal, and whether this seal is valid for the bytes that it
 * covers. `signature.coverage` says which bytes of the file these are.
 * @param now current time by the verifier's clock
 */
export async function verifySignature(
  signature: PdfSignature,
  trust: SealTrust,
  now: Date,
): Promise<SealCheck> {
  if (signature.cms === undefined) return { result: 'foreign' };
  // A file may contain several signatures. `breathe` lets other work run between them.
  await breathe();
  const seal = readable(signature.cms);
  if (seal === undefined) {
    const signer = namedCertificate(signature.cms);
    if (signer === undefined) return { result: 'unreadable' };
    return { result: trust.fingerprints.has(fingerprint(signer)) ? 'broken' : 'foreign' };
  }
  const certificateHash = fingerprint(seal.certificate);
  if (!trust.fingerprints.has(certificateHash)) return { result: 'foreign' };
  if (signature.subFilter !== SUB_FILTER) return { result: 'broken' };
  if (seal.timestamp === 'malformed') return { result: 'broken_timestamp' };
  if (!(await isSealValid(seal, signature.content()))) return { result: 'broken' };
  const timestamp = await timestampOf(seal, signature, trust, now);
  const { statedAt } = signature;
  const at = timestamp.state === 'valid' ? timestamp.timestamp.at : statedAt;
  const certificate = new X509Certificate(seal.certificate);
  const validity = { notBefore: new Date(certificate.validFrom), notAfter: new Date(certificate.validTo) };
  const timely = at === undefined || isValidAt(validity, at);
  return {
    result: 'valid',
    seal: {
      subject: commonNameOf(readCertificate(seal.certificate)),
      certificateHash,
      validTo: validity.notAfter,
      at: timely ? at : statedAt,
      timestamp,
      timely,
      isClockAhead:
        timestamp.state !== 'valid' &&
        statedAt !== undefined &&
        statedAt.getTime() > now.getTime() + SLOW_CLOCK,
      bound: await bindsChain(seal, trust.fingerprints),
    },
  };
}
