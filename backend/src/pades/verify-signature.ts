import { createHash, X509Certificate } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { commonNameOf } from './common-name.js';
import { certificateBytes, CmsInvalid, parseCms, type ParsedCms, timestampTokenOf } from './parse-cms.js';
import type { PdfSignature } from './read-signature.js';
import { TimestampInvalid, type VerifiedTimestamp, verifyTimestampToken } from './timestamp-token.js';
import { verifyCms } from './verify-cms.js';

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
  /** By the timestamp, else as stated. */
  readonly at: Date | undefined;
  readonly timestamp: TimestampState;
}

export type SealCheck =
  | { readonly result: 'valid'; readonly seal: VerifiedSeal }
  /** Made with a certificate that is not the operator's, or nothing that can be read. */
  | { readonly result: 'foreign' }
  | { readonly result: 'unreadable' }
  /** Made with the operator's certificate, and not right. */
  | { readonly result: 'broken' };

const SUB_FILTER = 'ETSI.CAdES.detached';

function parsed(der: Buffer): ParsedCms | undefined {
  try {
    return parseCms(der);
  } catch (error) {
    if (error instanceof CmsInvalid) return undefined;
    throw error;
  }
}

async function timestampOf(cms: ParsedCms, roots: readonly X509Certificate[]): Promise<TimestampState> {
  const token = timestampTokenOf(cms);
  if (token === undefined) return { state: 'none' };
  try {
    return { state: 'valid', timestamp: await verifyTimestampToken(token, cms.signature, roots) };
  } catch (error) {
    if (!(error instanceof TimestampInvalid)) throw error;
    return { state: error.problem === 'untrusted' ? 'untrusted' : 'broken' };
  }
}

const wasValid = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  new Date(validFrom) <= at && at <= new Date(validTo);

async function isRight(cms: ParsedCms, signature: PdfSignature): Promise<boolean> {
  try {
    // A large file is hashed in one piece: between two of them others have their turn.
    await breathe();
    await verifyCms(cms, signature.content());
    await breathe();
    return signature.subFilter === SUB_FILTER;
  } catch (error) {
    if (error instanceof CmsInvalid) return false;
    throw error;
  }
}

/**
 * Whether a seal of the operator's holds over what it covers. What it covers is `signature.coverage`'s
 * business.
 */
export async function verifySignature(signature: PdfSignature, trust: SealTrust): Promise<SealCheck> {
  if (signature.cms === undefined) return { result: 'foreign' };
  const cms = parsed(signature.cms);
  if (cms === undefined) return { result: 'unreadable' };
  const der = certificateBytes(cms.certificate);
  const certificateHash = createHash('sha256').update(der).digest('hex');
  if (!trust.fingerprints.has(certificateHash)) return { result: 'foreign' };
  if (!(await isRight(cms, signature))) return { result: 'broken' };
  const timestamp = await timestampOf(cms, trust.timestampRoots);
  const at = timestamp.state === 'valid' ? timestamp.timestamp.at : signature.statedAt;
  const certificate = new X509Certificate(der);
  if (at !== undefined && !wasValid(certificate, at)) return { result: 'broken' };
  const validTo = new Date(certificate.validTo);
  return {
    result: 'valid',
    seal: { subject: commonNameOf(cms.certificate), certificateHash, validTo, at, timestamp },
  };
}
